/**
 * A schema of the config: zod's, or any other library's that keeps to the Standard Schema
 * interface (standardschema.dev), of which this is the part that is used.
 */
export interface ConfigSchema<Config = unknown> {
  readonly '~standard': {
    readonly validate: (value: unknown) => SchemaResult<Config> | Promise<SchemaResult<Config>>;
    readonly types?: { readonly input: unknown; readonly output: Config } | undefined;
  };
}

export type SchemaResult<Config> =
  | { readonly value: Config; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What the rules of a workflow see: the schema's result, or defaults as they were written. */
export type ConfigOf<Declared> = Declared extends ConfigSchema<infer Config> ? Config : Declared;

export function isConfigSchema(value: unknown): value is ConfigSchema {
  return (
    (typeof value === 'object' || typeof value === 'function') &&
    value !== null &&
    '~standard' in value
  );
}
