import type { Institution } from '@volume/contract/institutions.ts';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-count.ts';
import { byCountry } from './find-institutions.ts';

interface InstitutionListProps {
  shown: readonly Institution[];
  chosen: ReadonlySet<string>;
  /** They cannot be switched: what is on and off is read only. */
  isOff: boolean;
  /** Undefined where they cannot be switched at all: then words stand in the place of ticks. */
  onSwitch: ((ids: readonly string[], isOn: boolean) => void) | undefined;
}

/** The institutions by country, each with its tick, or with the word where it cannot be switched. */
export function InstitutionList({ shown, chosen, isOff, onSwitch }: InstitutionListProps) {
  return byCountry(shown).map(({ code, name, institutions }) => {
    const on = institutions.filter(({ institutionId }) => chosen.has(institutionId)).length;
    return (
      <Section key={code} title={name} aside={`${formatCount(on)} of ${formatCount(institutions.length)} on`}>
        <ul className="m-0 grid list-none grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-x-8 p-0 phone:grid-cols-1">
          {institutions.map((institution) => (
            <li key={institution.institutionId} className="min-w-0 border-t border-line">
              <InstitutionRow
                institution={institution}
                isOn={chosen.has(institution.institutionId)}
                {...{ isOff, onSwitch }}
              />
            </li>
          ))}
        </ul>
      </Section>
    );
  });
}

interface RowProps extends Pick<InstitutionListProps, 'isOff' | 'onSwitch'> {
  institution: Institution;
  isOn: boolean;
}

function InstitutionRow({ institution, isOn, isOff, onSwitch }: RowProps) {
  if (!onSwitch) {
    return (
      <div className="flex min-h-row items-center gap-2.5">
        <span className={`w-7 shrink-0 text-label ${isOn ? 'text-ok' : 'text-ink-3'}`}>{isOn ? 'On' : 'Off'}</span>
        <Words institution={institution} />
      </div>
    );
  }
  return (
    <Checkbox
      checked={isOn}
      disabled={isOff}
      onChange={(isChecked) => onSwitch([institution.institutionId], isChecked)}
      className="min-h-row hover:bg-hover has-disabled:opacity-60"
    >
      <Words institution={institution} />
    </Checkbox>
  );
}

function Words({ institution: { name, fullName, currencies } }: { institution: Institution }) {
  return (
    <span className="flex min-w-0 grow items-baseline gap-2">
      <bdi className="max-w-[70%] shrink-0 truncate font-medium" title={name}>
        {name}
      </bdi>
      {fullName !== name && (
        <bdi className="min-w-0 truncate text-label text-ink-3" title={fullName}>
          {fullName}
        </bdi>
      )}
      <span className="ml-auto shrink-0 pl-2 text-label text-ink-3">{currencies.join(', ')}</span>
    </span>
  );
}
