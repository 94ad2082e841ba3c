/** What lens scores on pages that it has not seen, as its training found out. */
import weights from '../../shared/extractors/lens/weights.json'

/** Mean word F1 by page type, `all` over all pages, of models that were trained without the page; by the name of the setting. */
export function lensUnseen(): { readonly setting: string; readonly f1: Readonly<Record<string, number>> }[] {
  const { scorecard, full } = weights.provenance.crossValidated.byType
  return [
    { setting: 'lens', f1: scorecard },
    { setting: 'lens, full', f1: full },
  ]
}
