import type { Queries } from '#database/database.ts';

/**
 * Everything that must be equal for two schemas to be the same, in order: columns, indexes, constraints, triggers,
 * functions, types. A NOT VALID constraint counts as equal to a validated one.
 */
export async function schemaLook({ query }: Queries): Promise<Record<string, string>> {
  const [look = {}] = await query<Record<string, string>>(`
    SELECT
      (SELECT string_agg(concat_ws(' ', table_name, column_name, data_type, udt_name, is_nullable, column_default), E'\\n' ORDER BY table_name, ordinal_position)
        FROM information_schema.columns WHERE table_schema = 'public') AS columns,
      (SELECT string_agg(indexdef, E'\\n' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public') AS indexes,
      (SELECT string_agg(concat_ws(' ', conrelid::regclass, conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')), E'\\n'
        ORDER BY conrelid::regclass::text, conname) FROM pg_constraint WHERE connamespace = 'public'::regnamespace) AS constraints,
      (SELECT string_agg(pg_get_triggerdef(oid), E'\\n' ORDER BY tgrelid::regclass::text, tgname) FROM pg_trigger WHERE NOT tgisinternal) AS triggers,
      (SELECT string_agg(pg_get_functiondef(p.oid), E'\\n' ORDER BY proname) FROM pg_proc AS p WHERE pronamespace = 'public'::regnamespace
        AND prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c')) AS functions,
      (SELECT string_agg(concat_ws(' ', t.typname, e.enumlabel), E'\\n' ORDER BY t.typname, e.enumsortorder)
        FROM pg_type AS t JOIN pg_enum AS e ON e.enumtypid = t.oid) AS types`);
  return look;
}
