/** JSON values; strings in a rule may bear wildcards, `{sample}`. */
export type ParamValue =
  | string
  | number
  | boolean
  | null
  | readonly ParamValue[]
  | { readonly [name: string]: ParamValue };
