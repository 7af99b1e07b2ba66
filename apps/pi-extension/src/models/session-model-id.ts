/** The model that Pi's session talks to, as `provider/id`; undefined while it has none. */
export function sessionModelId(
  model: { readonly provider?: string | undefined; readonly id?: string | undefined } | undefined,
): string | undefined {
  return model?.provider && model.id ? `${model.provider}/${model.id}` : undefined;
}
