import { useState } from 'react'
import type { CampaignReport, CampaignSite } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { Check, NumberInput, TextField } from '../../../components/fields'
import { Form } from '../../../components/dialog'
import { CorpusDialog } from '../corpus/page-dialogs'
import { formatCount } from '../../../components/number-format'
import { PathField } from '../../../components/path-field'
import { ANNOTATOR, ANNOTATOR_RULE } from '../../../../shared/gold/gold-file'
import { annotate, requestTask, batch, useAnnotate } from '../state/annotate'
import type { Input } from '../../../../shared/contract/contract'
import agreementStyles from '../agreement/agreement.module.css'

const STEPS = {
  plan: [
    'plan the campaign',
    'Enter the annotators, and the number of annotators per page. Each annotator gets a folder of pages. Labels of others stay hidden until you end blind labelling.',
    Plan,
  ],
  distribute: ['distribute the bundles', 'The pages are assigned. Create a folder for each annotator.', Distribution],
  import: [
    'import the returned bundles',
    'Some assigned pages are left. Import the returned folders. Pages with conflicts are skipped.',
    BundleImport,
  ],
  compare: ['end blind labelling', 'No assigned page is left. End blind labelling to compare the labels.', Blindness],
  publish: ['compare, decide and publish', 'Compare the labels, decide on the differences, and publish the result.', Publish],
} as const
type Step = keyof typeof STEPS

interface StepProps {
  readonly report: CampaignReport
  /** Whether another step is the next step. */
  readonly aside: boolean
}

const leftOf = (pace: CampaignReport['pace']): number => pace.reduce((sum, { left }) => sum + left, 0)

/** Skips “distribute” as soon as an annotator has begun, because annotators in the shared corpus need no bundle. */
function nextStep({ campaign, pace }: CampaignReport): Step {
  if (!campaign) return 'plan'
  if (!campaign.blind) return 'publish'
  const assigned = pace.reduce((sum, person) => sum + person.assigned, 0)
  const left = leftOf(pace)
  if (left === 0) return 'compare'
  const isUntouched = left === assigned && pace.every(({ begun }) => begun === 0)
  return isUntouched && campaign.annotators.some((name) => campaign.handedOut?.[name] === undefined) ? 'distribute' : 'import'
}

export function Steps({ report }: { readonly report: CampaignReport }) {
  const next = nextStep(report)
  const { campaign } = report
  const [title, sentence, StepForm] = STEPS[next]
  const others = campaign ? Object.entries(STEPS).filter(([step]) => step !== next && step !== 'publish') : []
  return (
    <>
      <section className={agreementStyles.next} aria-label="Next step">
        <h2>Next: {title}</h2>
        <p>{sentence}</p>
        {next === 'publish' ? (
          <div className="row">
            <Button label="Compare annotators" onClick={() => annotate.show('agreement')} />
          </div>
        ) : null}
        <StepForm report={report} aside={false} />
      </section>
      {others.length > 0 ? (
        <details className={agreementStyles.others}>
          <summary>Other steps</summary>
          <div className={agreementStyles.forms}>
            {others.map(([step, [, , OtherForm]]) => (
              <OtherForm key={step} report={report} aside />
            ))}
          </div>
        </details>
      ) : null}
    </>
  )
}

function Blindness({ report: { campaign, pace } }: StepProps) {
  const [ending, setEnding] = useState(false)
  const left = leftOf(pace)
  const blind = campaign?.blind ?? true
  return (
    <div className="row">
      <Button
        label={blind ? 'End blind labelling' : 'Make blind again'}
        tone={blind && left === 0 ? 'strong' : 'plain'}
        onClick={() => (blind ? setEnding(true) : void campaigning.setBlind(true))}
      />
      {ending ? (
        <CorpusDialog
          label="End blind labelling?"
          submit="End blind labelling"
          onSubmit={() => campaigning.setBlind(false)}
          onClose={() => setEnding(false)}
        >
          <p>All users of this corpus can then see all labels and the agreement, so new labels are no longer independent.</p>
          {left > 0 ? <p>Unfinished: {formatCount(left, 'assignment')}.</p> : null}
        </CorpusDialog>
      ) : null}
    </div>
  )
}

const namesOf = (text: string, between = /[,\n]/): string[] => [...new Set(text.split(between).map((name) => name.trim()))].filter(Boolean)

function Plan() {
  const campaign = useAnnotate((state) => state.corpus?.campaign ?? null)
  const [names, setNames] = useState(campaign?.annotators.join(', ') ?? '')
  const [overlap, setOverlap] = useState(campaign?.overlap ?? 2)
  const [training, setTraining] = useState(campaign?.training.join(', ') ?? '')
  const [passMark, setPassMark] = useState(campaign?.passMark?.toString() ?? '')
  const [types, setTypes] = useState(campaign?.pageTypes?.join(', ') ?? '')
  const annotators = namesOf(names)
  const wrong = annotators.filter((name) => !ANNOTATOR.test(name))
  const tooFew = annotators.length < overlap
  const mark = passMark.trim() === '' ? undefined : Number(passMark)
  const isNoMark = mark !== undefined && !(mark >= 0 && mark <= 1)
  const [sure, setSure] = useState(false)
  const plan = (): Promise<void> =>
    campaigning.plan({ annotators, overlap, training: namesOf(training), passMark: mark, pageTypes: namesOf(types) })
  return (
    <>
      {sure ? (
        <CorpusDialog label="Replan the campaign?" submit="Replace plan" onSubmit={plan} onClose={() => setSure(false)}>
          <p>All pages get new assignments. Labels stay. Distributed bundles no longer match the plan.</p>
        </CorpusDialog>
      ) : null}
      <Form
        label="Plan"
        submit={campaign ? 'Replan …' : 'Assign pages'}
        tone={campaign ? 'plain' : 'strong'}
        disabled={annotators.length === 0 || tooFew || wrong.length > 0 || isNoMark}
        onSubmit={() => (campaign ? setSure(true) : void plan())}
      >
        {campaign ? <h3>Replan</h3> : null}
        <TextField caption="Annotators (comma-separated)" value={names} placeholder="ann, ben, cas" onChange={setNames} />
        <NumberInput caption="Annotators per page" min={1} max={1000} value={overlap} onChange={setOverlap} />
        <TextField
          caption="Practice pages (ids, comma-separated). All annotators label these pages first, and see the differences from the gold standard."
          value={training}
          onChange={setTraining}
        />
        <TextField
          caption="Minimum F1 to pass practice (0 to 1; empty: no minimum)"
          value={passMark}
          placeholder="0.9"
          onChange={setPassMark}
        />
        <TextField caption="Page types (comma-separated)" value={types} placeholder="types of the pages" onChange={setTypes} />
        <p className="quiet" role="status">
          {wrong.length > 0
            ? `Invalid name: ${wrong.join(', ')}. ${ANNOTATOR_RULE}`
            : isNoMark
              ? 'The minimum F1 must be a number from 0 to 1.'
              : annotators.length > 0 && tooFew
                ? `Enter at least ${overlap} names for ${overlap} annotators per page.`
                : campaign
                  ? 'A new plan replaces the assignments. Labels stay.'
                  : 'Each annotator gets about the same number of pages, and each pair about the same number of common pages.'}
        </p>
      </Form>
    </>
  )
}

function Distribution({ aside }: StepProps) {
  const [out, setOut] = useState('')
  return (
    <Form
      label="Distribute"
      submit="Create bundles"
      tone={aside ? 'plain' : 'strong'}
      disabled={out.trim() === ''}
      onSubmit={() =>
        void bundleTask('Distributing', 'corpus.distribute', { path: out.trim() }, { title: 'Distributed', counted: 'bundle' })
      }
    >
      {aside ? <h3>Distribute</h3> : null}
      <PathField label="Bundle folder" title="Bundle folder" value={out} onChange={setOut} />
      <p className="quiet">
        Creates a folder per annotator, with the assigned pages, the practice pages with their gold standard, the guidelines, and the labels
        of this annotator. Annotators open the folder like any corpus.
      </p>
    </Form>
  )
}

function BundleImport({ aside }: StepProps) {
  const [back, setBack] = useState('')
  const paths = namesOf(back, /\n/)
  return (
    <Form
      label="Import"
      submit="Import bundles"
      tone={aside ? 'plain' : 'strong'}
      disabled={paths.length === 0}
      onSubmit={() => void bundleTask('Importing', 'corpus.importBundles', { paths }, { title: 'Imported', knownLabel: 'unchanged' })}
    >
      {aside ? <h3>Import</h3> : null}
      <label htmlFor="campaign-in">Returned folders, one per line</label>
      <textarea id="campaign-in" rows={4} value={back} onChange={(event) => setBack(event.target.value)} />
      <p className="quiet">The import merges changes of different text in the corpus and in the folder, and skips pages with conflicts.</p>
    </Form>
  )
}

function Publish() {
  const [folder, setFolder] = useState('')
  const [withNames, setWithNames] = useState(true)
  const [withText, setWithText] = useState(true)
  const [written, setWritten] = useState<CampaignSite | null>(null)
  return (
    <Form
      label="Publish"
      submit="Publish"
      disabled={folder.trim() === ''}
      onSubmit={() => void requestTask('Publishing', 'corpus.publish', { folder: folder.trim(), withNames, withText }).then(setWritten)}
    >
      <h3>Publish</h3>
      <PathField
        label="Folder (new, empty, or a previously published site)"
        title="Folder of the site"
        value={folder}
        onChange={setFolder}
      />
      <Check label="With the annotators’ names" checked={withNames} onChange={setWithNames} />
      <Check label="With the labelled text" checked={withText} onChange={setWithText} />
      <p className="quiet">Creates a website with the agreement of the annotators, the disputed texts, and the decisions.</p>
      {written ? (
        <p role="status">
          Published {formatCount(written.pages, 'page')} in {written.folder}. Open index.html in this folder, or copy the folder to any web
          server.
        </p>
      ) : null}
    </Form>
  )
}

type ReportMethod = 'corpus.campaign' | 'corpus.planCampaign' | 'corpus.setBlind'

async function showCampaign<M extends ReportMethod>(...task: Parameters<typeof requestTask<M>>): Promise<void> {
  const campaign = await requestTask<ReportMethod>(...task)
  if (campaign) useAnnotate.setState(({ corpus }) => ({ campaign, corpus: corpus ? { ...corpus, campaign: campaign.campaign } : null }))
}

async function bundleTask<M extends 'corpus.distribute' | 'corpus.importBundles'>(...task: Parameters<typeof batch<M>>): Promise<void> {
  if (await batch(...task)) await campaigning.read()
}

export const campaigning = {
  read: () => showCampaign('Reading the campaign', 'corpus.campaign', {}),
  async plan(plan: Omit<Input<'corpus.planCampaign'>, 'corpus'>): Promise<void> {
    await showCampaign('Planning', 'corpus.planCampaign', plan)
    await annotate.refresh()
  },
  async setBlind(blind: boolean): Promise<void> {
    await showCampaign('Reading the campaign', 'corpus.setBlind', { blind })
    annotate.setPreferences({ blind })
  },
}
