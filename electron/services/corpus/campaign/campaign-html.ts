import { mkdir, writeFile } from 'node:fs/promises'
import { escapeHtml } from '../../../../shared/base/escape'
import { failed } from '../../../../shared/base/failure'
import { hashText } from '../../../../shared/base/random'
import type { AgreementReport, CampaignReport, CampaignSite } from '../../../../shared/contract/corpus-data'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { Reliability } from '../../../../shared/gold/agreement'
import { beginFolder, publishingCancelled } from '../../files/site-folder'
import { agreementReport } from '../analysis/agreement-report'
import type { PageAnalyst } from '../analysis/page-analyst'
import type { OpenCorpus } from '../page-list'
import type { CorpusFile } from '../store/corpus-schema'
import { campaignReport } from './campaign-report'
import { type CampaignSiteChoice, isFinished, sitePage, type SitePage, type SiteWords, wordsOf } from './campaign-site'

interface SiteContents {
  readonly file: CorpusFile
  readonly agreement: AgreementReport
  readonly report: CampaignReport
  readonly pages: readonly SitePage[]
}

/** @throws FailureError, such as `campaign.no-labels`, `publish.not-own` or `cancelled`. */
export async function publishCampaign(
  corpus: OpenCorpus,
  analyst: PageAnalyst,
  choice: CampaignSiteChoice,
  context: CallContext,
): Promise<CampaignSite> {
  const { store, list } = corpus
  const { campaign } = choice
  const entries = await list.all()
  const shown = [...entries.values()].filter(({ gold }) => gold.some(isFinished)).sort((a, b) => (a.id < b.id ? -1 : 1))
  if (shown.length === 0)
    throw failed('campaign.no-labels', 'No annotator has finished a page yet.', 'Publish the campaign after pages are labelled.')
  const site = await beginFolder(choice.folder)
  try {
    const part = (from: number, to: number): CallContext => ({
      signal: context.signal,
      progress: ({ done, message }) => context.progress({ done: from + (done ?? 0) * (to - from), message }),
    })
    const training = new Set(campaign?.training)
    const agreement = await agreementReport(store, analyst, { entries, practice: training }, part(0, 0.4))
    const report = await campaignReport(corpus, campaign, analyst, part(0.4, 0.6))
    const pages: SitePage[] = []
    for (const [i, entry] of shown.entries()) {
      if (context.signal.aborted) throw publishingCancelled()
      part(0.6, 1).progress({ done: i / shown.length, message: entry.id })
      pages.push(await sitePage(store, entry, training.has(entry.id), analyst))
    }
    if (context.signal.aborted) throw publishingCancelled()
    const words = wordsOf(choice, store, [agreement, report], pages)
    const contents = { file: store.file, agreement, report, pages }
    await mkdir(site.at('pages'))
    await writeFile(site.at('style.css'), STYLE)
    for (const page of pages) await writeFile(site.at('pages', fileOfPage(page.id)), pageHtml(contents, page, words))
    await writeFile(site.at('index.html'), siteHtml(contents, words))
    const bytes = await site.finish()
    return { folder: choice.folder, bytes, pages: pages.length, problems: [...agreement.problems, ...report.problems] }
  } catch (thrown) {
    await site.discard()
    throw context.signal.aborted ? publishingCancelled() : thrown
  }
}

const fileOfPage = (id: string): string => `${id.replace(/[^\w.-]/g, '_')}-${hashText(id, 1).toString(16)}.html`

const STYLE = `:root{color-scheme:light dark;--surface:light-dark(#fff,#16181c);--raised:light-dark(#f5f6f7,#1d2025);--text:light-dark(#1b1d21,#e6e8eb);
--dim:light-dark(#565b64,#a3aab4);--line:light-dark(#dcdee3,#31363d);--accent:light-dark(#0b5cad,#7ab4f5);--differ:light-dark(#fff3d6,#3a2f14)}
*{box-sizing:border-box}
body{margin:0 auto;max-width:68rem;padding:2rem 1.5rem 4rem;background:var(--surface);color:var(--text);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2.25rem 0 .5rem}
p{max-width:46rem;margin:.4rem 0}.quiet{color:var(--dim)}a{color:var(--accent)}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{padding:.4rem .75rem;text-align:start;vertical-align:top;border-bottom:1px solid var(--line)}
th{color:var(--dim);font-weight:600;font-size:.85rem}.n{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
tr.differ td{background:var(--differ)}td.text{overflow-wrap:anywhere;min-width:16rem;max-width:36rem}
.label{white-space:nowrap}.label[style]::before{content:'';display:inline-block;inline-size:.6em;block-size:.6em;margin-inline-end:.4em;border-radius:50%;background:var(--dot)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--raised);padding:1rem;border-radius:6px;font:inherit}
summary{cursor:pointer;margin:1rem 0 .25rem}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'"

const document = (title: string, way: '' | '../', body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="${way}style.css"></head>
<body><main>
${body}
</main></body></html>
`

const FIGURES =
  /^(?:pages|labelled by|disputed stretches|lowest F1 of a pair|F1|Cohen’s κ|Fleiss’ κ|Krippendorff’s α|95 % interval|same label|same page type)$/

const figure = (value: number | null): string =>
  value === null ? '<td class="n">n/a</td>' : `<td class="n"><data value="${value}">${value.toFixed(3)}</data></td>`

const count = (value: number): string => `<td class="n">${value}</td>`
const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

function table(heads: readonly string[], rows: readonly string[], label: string): string {
  const head = heads.map((each) => `<th scope="col"${FIGURES.test(each) ? ' class="n"' : ''}>${escapeHtml(each)}</th>`).join('')
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(label)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

const section = (heading: string, heads: readonly string[], rows: readonly string[], label = heading): string[] =>
  rows.length === 0 ? [] : [`<h2>${heading}</h2>`, table(heads, rows, label)]

function reliabilityRow(name: string, { pages, alpha, alphaInterval, kappa }: Reliability): string {
  const interval = alphaInterval ? `${alphaInterval.low.toFixed(3)} to ${alphaInterval.high.toFixed(3)}` : 'n/a'
  return `<tr><td>${name}</td>${count(pages)}${figure(alpha)}<td class="n">${interval}</td>${figure(kappa)}</tr>`
}

const disputes = ({ stretches }: SitePage): number => stretches.filter(({ isDisputed }) => isDisputed).length

const stateOf = (page: SitePage): string =>
  page.decision
    ? 'decided'
    : page.people.length < 2
      ? 'labelled once'
      : disputes(page) === 0
        ? 'all agree'
        : `${counted(disputes(page), 'stretch', 'stretches')} to decide`

function leastF1({ agreement: { pages } }: SiteContents): Map<string, number> {
  const least = new Map<string, number>()
  for (const { page, agreement, copied } of pages)
    if (!copied && agreement.f1 !== null) least.set(page, Math.min(least.get(page) ?? 1, agreement.f1))
  return least
}

function siteHtml(contents: SiteContents, { name, scrub }: SiteWords): string {
  const { agreement, report, pages } = contents
  const { name: corpusName, guidelines = '' } = contents.file
  const { group, pairs } = agreement
  const least = leastF1(contents)
  const decided = pages.filter(({ decision }) => decision !== null).length
  const sorted = [...pages].sort((a, b) => (least.get(a.id) ?? 2) - (least.get(b.id) ?? 2))
  const notes = [...agreement.notes, ...report.notes].map((note) => `<p class="quiet">${escapeHtml(scrub(note))}</p>`)
  const compared = pairs.filter(({ agreement: { pages: both } }) => both > 0)
  const parts = [
    `<h1>${escapeHtml(scrub(corpusName))}: labels and decisions</h1>`,
    `<p>${counted(pages.length, 'page was', 'pages were')} labelled, ${decided} with a decision. Open a page to see its text with different labels.</p>`,
    ...section(
      'Agreement of all annotators',
      ['of', 'pages', 'Krippendorff’s α', '95 % interval', 'Fleiss’ κ'],
      [
        reliabilityRow('characters', group.characters),
        reliabilityRow('blocks', group.blocks),
        reliabilityRow('page types', group.pageTypes),
      ],
      'Agreement of all',
    ),
    ...section(
      'Agreement per pair',
      ['annotators', 'pages', 'Cohen’s κ', 'F1', 'same label'],
      compared.map(
        ({ first, second, agreement: { pages: both, kappa, f1, observed } }) =>
          `<tr><td>${escapeHtml(name(first))} and ${escapeHtml(name(second))}</td>${count(both)}${figure(kappa)}${figure(f1)}${figure(observed)}</tr>`,
      ),
      'Agreement of two',
    ),
    ...section(
      'Compared with gold labels and decisions',
      ['annotator', 'against', 'pages', 'F1', 'Cohen’s κ', 'same page type'],
      report.quality.map(
        ({ annotator, against, pages: seen, f1, kappa, pageTypes }) =>
          `<tr><td>${escapeHtml(name(annotator))}</td><td>${against === 'gold' ? 'gold' : 'decisions'}</td>${count(seen)}${figure(f1)}${figure(kappa)}${figure(pageTypes)}</tr>`,
      ),
    ),
    ...notes,
    ...section(
      'Pages, lowest agreement first',
      ['page', 'labelled by', 'lowest F1 of a pair', 'disputed stretches', 'state'],
      sorted.map(
        (page) =>
          `<tr><td><a href="pages/${fileOfPage(page.id)}">${escapeHtml(scrub(page.title))}</a>${page.isPractice ? ' <span class="quiet">(practice)</span>' : ''}</td>${count(page.people.length)}${figure(least.get(page.id) ?? null)}${count(disputes(page))}<td>${stateOf(page)}</td></tr>`,
      ),
      'Pages',
    ),
    ...(guidelines.trim() === '' ? [] : [`<h2>Guidelines</h2><pre>${escapeHtml(scrub(guidelines))}</pre>`]),
    '<p class="quiet">κ and α correct for chance: 1 is full agreement, 0 is agreement by chance. F1 compares the characters of the main content. Labels that one annotator copied from another do not count.</p>',
  ]
  return document(scrub(corpusName), '', parts.join('\n'))
}

const QUESTIONS = [
  ['pageType', 'Page type'],
  ['title', 'Title'],
  ['author', 'Author'],
  ['date', 'Date'],
  ['notes', 'Notes'],
] as const

function pageHtml(contents: SiteContents, page: SitePage, { name, scrub, quote }: SiteWords): string {
  const { people, decision, stretches } = page
  const colours = new Map(contents.file.labels.map(({ name: label, color }) => [label, color]))
  const labelText = (label: string | null): string => {
    if (label === null) return '<td class="quiet">none</td>'
    const colour = colours.get(label) ?? ''
    const dot = /^#[0-9a-f]{3,8}$/i.test(colour) ? ` style="--dot:${colour}"` : ''
    return `<td><span class="label"${dot}>${escapeHtml(label)}</span></td>`
  }
  const sayers = [...people, ...(decision ? [decision] : [])]
  const heads = ['text', ...people.map(({ annotator }) => name(annotator)), ...(decision ? ['decided'] : [])]
  const row = ({ text, labels, decided, isDisputed }: SitePage['stretches'][number], shade: boolean): string =>
    `<tr${shade && isDisputed ? ' class="differ"' : ''}><td class="text">${escapeHtml(quote(text))}</td>${labels.map(labelText).join('')}${decided === undefined ? '' : labelText(decided)}</tr>`
  const differ = stretches.filter(({ isDisputed }) => isDisputed).map((each) => row(each, false))
  const all = stretches.map((each) => row(each, true))
  const answers = QUESTIONS.filter(([key]) => sayers.some((each) => (each[key] ?? '') !== ''))
  const by = decision && decision.by.length > 0 ? ` Decided by ${decision.by.map(name).join(', ')}.` : ''
  const parts = [
    `<p><a href="../index.html">${escapeHtml(scrub(contents.file.name))}</a></p>`,
    `<h1>${escapeHtml(scrub(page.title))}</h1>`,
    page.url === null ? '' : `<p class="quiet">${escapeHtml(page.url)}</p>`,
    `<p>${counted(people.length, 'person', 'people')} labelled this page${decision ? '' : `: ${stateOf(page)}`}.${escapeHtml(by)}</p>`,
    '<h2>Text with different labels</h2>',
    differ.length === 0 ? '<p>None.</p>' : table(heads, differ, 'Text with different labels'),
    ...section(
      'Values of the page',
      ['field', ...heads.slice(1)],
      answers.map(([key, title]) => {
        const cells = sayers.map((each) => `<td>${escapeHtml(scrub(each[key] ?? '–'))}</td>`)
        return `<tr><td>${title}</td>${cells.join('')}</tr>`
      }),
    ),
    `<details><summary>All labelled text (${counted(all.length, 'stretch', 'stretches')})</summary>${table(heads, all, 'All labelled text')}</details>`,
  ]
  return document(scrub(page.title), '../', parts.join('\n'))
}
