import { Segmented } from '#design/choose/segmented.tsx';
import { setPreference, usePreferences } from '#platform/preferences.ts';
import type { ReactNode } from 'react';

interface CsvFormatChoicesProps {
  /** Shows one choice. */
  line: (label: string, detail: string, choice: ReactNode) => ReactNode;
}

/** How this browser's user wants all CSV files. */
export function CsvFormatChoices({ line }: CsvFormatChoicesProps) {
  const { isCsvForExcel, csvSeparator, csvDecimalMark } = usePreferences();
  return (
    <>
      {line(
        'CSV files for',
        'Excel on Windows shows letters such as é and £ correctly only in files made for it.',
        <Segmented
          label="CSV files for"
          options={[
            { value: 'excel', label: 'Excel' },
            { value: 'other', label: 'Other programs' },
          ]}
          value={isCsvForExcel ? 'excel' : 'other'}
          onChange={(value) => setPreference('isCsvForExcel', value === 'excel')}
        />,
      )}
      {line(
        'Between cells',
        'Excel expects semicolons where its decimals have a comma.',
        <Segmented
          label="Between cells"
          options={[
            { value: 'COMMA', label: 'Comma' },
            { value: 'SEMICOLON', label: 'Semicolon' },
          ]}
          value={csvSeparator}
          onChange={(value) => setPreference('csvSeparator', value)}
        />,
      )}
      {line(
        'Decimals',
        'The mark before pence and cents in files.',
        <Segmented
          label="Decimals"
          options={[
            { value: 'POINT', label: '12.50' },
            { value: 'COMMA', label: '12,50' },
          ]}
          value={csvDecimalMark}
          onChange={(value) => setPreference('csvDecimalMark', value)}
        />,
      )}
    </>
  );
}

/** The popover of an export button. */
export const CsvFormatPanel = () => (
  <div className="grid w-[320px] max-w-full gap-4 p-4">
    <CsvFormatChoices
      line={(label, detail, choice) => (
        <div key={label} className="grid justify-items-start gap-1.5">
          <div className="font-medium">{label}</div>
          {choice}
          <div className="text-label text-ink-3">{detail}</div>
        </div>
      )}
    />
    <p className="m-0 border-t border-line pt-3 text-label text-ink-3">For all exports in this browser.</p>
  </div>
);
