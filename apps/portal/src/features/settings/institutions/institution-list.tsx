import type { Institution } from '@volume/contract/institutions/institutions.ts';
import { dropInvisible } from '@volume/contract/text/invisible-marks.ts';
import { Checkbox } from '#design/choose/checkbox.tsx';
import { Section } from '#design/layout/section.tsx';
import { formatCount } from '#design/text/format-text.ts';

interface InstitutionListProps {
  shown: readonly Institution[];
  chosen: ReadonlySet<string>;
  /** Disables the checkboxes. */
  isOff: boolean;
  /** Undefined where the deployment cannot switch institutions: then On or Off is shown instead of a checkbox. */
  onSwitch: ((ids: readonly string[], isOn: boolean) => void) | undefined;
}

/** The institutions by country, each with a checkbox, or with On or Off where it cannot be switched. */
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
        <InstitutionText institution={institution} />
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
      <InstitutionText institution={institution} />
    </Checkbox>
  );
}

function InstitutionText({ institution: { name, fullName, currencies } }: { institution: Institution }) {
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

interface Country {
  code: string;
  name: string;
  institutions: Institution[];
}

/** Folds case and accents for comparison. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The institutions whose names or id contain every word, in one country or all. */
export function findInstitutions(
  institutions: readonly Institution[],
  { search = '', country }: { search?: string | undefined; country?: string | undefined },
): Institution[] {
  const words = fold(dropInvisible(search)).split(/\s+/).filter(Boolean);
  return institutions.filter(({ institutionId, name, fullName, countries }) => {
    if (country !== undefined && !countries.some(({ countryCode2 }) => countryCode2 === country)) return false;
    const text = fold(`${name} ${fullName} ${institutionId}`);
    return words.every((word) => text.includes(word));
  });
}

/** Groups institutions under their first country, the largest country first. */
export function byCountry(institutions: readonly Institution[]): Country[] {
  const groups = new Map<string, Country>();
  for (const institution of institutions) {
    const { countryCode2: code, displayName: name } = institution.countries[0] ?? unknown;
    const group = groups.get(code) ?? { code, name, institutions: [] };
    group.institutions.push(institution);
    groups.set(code, group);
  }
  return [...groups.values()].toSorted(
    (a, b) => b.institutions.length - a.institutions.length || a.name.localeCompare(b.name),
  );
}

const unknown = { countryCode2: '', displayName: 'Other countries' };

/** All countries with an institution, by name. */
export function listCountries(institutions: readonly Institution[]): { code: string; name: string }[] {
  const names = new Map(
    institutions.flatMap(({ countries }) =>
      countries.map(({ countryCode2, displayName }) => [countryCode2, displayName]),
    ),
  );
  return [...names].map(([code, name]) => ({ code, name })).toSorted((a, b) => a.name.localeCompare(b.name));
}
