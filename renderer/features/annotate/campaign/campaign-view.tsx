import { useEffect, useState } from 'react'
import type { CampaignReport, CampaignSite } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { Check } from '../../../components/check'
import { Form, FormDialog } from '../../../components/form'
import { numbers, TableHead } from '../../../components/table-head'
import { NumberInput } from '../../../components/number-input'
import { formatNumber, formatScore, formatShare } from '../../../components/number-format'
import { PathField } from '../../../components/path-field'
import { Guidelines } from '../labelling/guidelines'
import { ANNOTATOR, useAnnotate } from '../state/annotate'
import { campaigning } from '../state/campaign'
import { TextField } from '../../../components/text-field'
import agreementStyles from '../agreement/agreement.module.css'

/** A campaign: who labels what, how far and how well, and its bundles. */
export function CampaignView() {
  const report = useAnnotate((state) => state.campaign)
  const corpus = useAnnotate((state) => state.corpus)
  useEffect(() => {
    void campaigning.read()
  }, [])
  const bundle = corpus?.campaign?.bundle
  if (bundle)
    return (
      <div className={agreementStyles.campaign}>
        <section>
          <h2>A bundle for {bundle.annotator}</h2>
          <p>
            It was handed out from the corpus “{bundle.corpus}” on {new Date(bundle.handedOut).toLocaleDateString()}. Label its pages, then
            give the whole folder back; labels under any other name are not taken.
          </p>
          <p className="quiet">{corpus.path}</p>
        </section>
        {report ? <People report={report} /> : null}
      </div>
    )
  return (
    <div className={agreementStyles.campaign} data-testid="campaign">
      {report ? <People report={report} /> : <p className="quiet">Reading …</p>}
      {corpus?.readOnly ? null : (
        <div className={agreementStyles.forms}>
          <Plan key={corpus?.path} />
          {corpus?.campaign ? <Bundles /> : null}
          {report?.campaign && !report.campaign.blind ? <Publish /> : null}
        </div>
      )}
      <section className="form">
        <h2>Guidelines</h2>
        <Guidelines />
      </section>
    </div>
  )
}

function People({ report }: { readonly report: CampaignReport }) {
  const { campaign, pace, quality, notes } = report
  const [ending, setEnding] = useState(false)
  const left = pace.reduce((sum, person) => sum + person.left, 0)
  if (pace.length === 0)
    return (
      <section>
        <h2>No campaign yet</h2>
        <p>
          Name the annotators below and how many of them label each page. Each gets a folder with their pages, and nobody sees anybody
          else’s labels before you say so.
        </p>
      </section>
    )
  return (
    <section>
      <h2>People</h2>
      <table data-testid="campaign-people">
        <caption>
          {campaign
            ? `Each page by ${campaign.overlap}; ${campaign.training.length} for practice; ${campaign.blind ? 'blind' : 'open: labels may be compared'}`
            : 'Not planned; these have labels or pages'}
        </caption>
        <TableHead
          columns={[
            'Annotator',
            'Progress',
            numbers('Left'),
            numbers('Seconds a page', 'Median over the finished pages'),
            numbers('Pages a day', 'Over the days on which any was finished'),
            'Last saved',
            {
              label: 'Against',
              title:
                'Gold: of practice pages, and gold that came with the pages. Adjudicated: decisions, in which their labels had a part.',
            },
            numbers('F1', 'Of content, by characters; in brackets over how many pages'),
            numbers('κ', 'Cohen’s κ by characters'),
            numbers('Type', 'Pages with the same type'),
          ]}
        />
        <tbody>
          {pace.map((person) => {
            const own = quality.filter(({ annotator }) => annotator === person.annotator)
            const ended = person.assigned - person.left
            const beside = person.done + person.skipped - ended
            return (
              <tr key={person.annotator}>
                <th scope="row">{person.annotator}</th>
                <td>
                  <progress value={ended} max={Math.max(1, person.assigned)} aria-label={`${person.annotator}: pages finished`} />{' '}
                  {formatNumber(ended)} of {formatNumber(person.assigned)}
                  {person.skipped > 0 ? `, ${formatNumber(person.skipped)} of them skipped` : ''}
                  {person.begun > 0 ? `, ${formatNumber(person.begun)} begun` : ''}
                  {beside > 0 ? <span className="quiet">, {formatNumber(beside)} not assigned</span> : null}
                </td>
                <td className="bs-number">{formatNumber(person.left)}</td>
                <td className="bs-number">{person.medianSeconds === null ? '–' : formatNumber(Math.round(person.medianSeconds))}</td>
                <td className="bs-number">{person.pagesADay === null ? '–' : person.pagesADay.toFixed(1)}</td>
                <td>{person.lastAt === null ? '–' : new Date(person.lastAt).toLocaleString()}</td>
                <Stacked cells={own.map(({ against }) => AGAINST[against])} />
                <Stacked number cells={own.map(({ f1, pages }) => `${formatScore(f1)} (${formatNumber(pages)})`)} />
                <Stacked number cells={own.map(({ kappa }) => formatScore(kappa))} />
                <Stacked number cells={own.map(({ pageTypes }) => (pageTypes === null ? '–' : formatShare(pageTypes)))} />
              </tr>
            )
          })}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note} className={agreementStyles.note}>
          {note}
        </p>
      ))}
      {campaign && !campaign.bundle ? (
        <div className="row">
          <Button onClick={() => (campaign.blind ? setEnding(true) : void campaigning.setBlind(true))}>
            {campaign.blind ? 'End blindness: labels may be compared' : 'Make it blind again'}
          </Button>
          <Button onClick={() => void campaigning.read()}>Look again</Button>
          {ending ? (
            <FormDialog
              label="End blindness?"
              submit="End it: labels may be compared"
              onSubmit={() => {
                setEnding(false)
                void campaigning.setBlind(false)
              }}
              onClose={() => setEnding(false)}
            >
              <p>
                From then on everybody with this corpus sees everybody’s labels, and agreement is computed. Who has seen the others’ labels
                does not label independently any more.
              </p>
              {left > 0 ? <p>{left === 1 ? '1 page is' : `${formatNumber(left)} pages are`} still to be labelled.</p> : null}
            </FormDialog>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

/** What a person is compared with: practice and imported gold is nobody's work of the campaign, a decision had their part in it. */
const AGAINST = { gold: 'gold', adjudicated: 'adjudicated' } as const

/** The cell of a figure that a person may have more than once. */
function Stacked({ cells, number = false }: { readonly cells: readonly string[]; readonly number?: boolean }) {
  return (
    <td className={number ? 'bs-number' : undefined}>{cells.length === 0 ? '–' : cells.map((cell, i) => <div key={i}>{cell}</div>)}</td>
  )
}

const namesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

function Plan() {
  const campaign = useAnnotate((state) => state.corpus?.campaign ?? null)
  const [names, setNames] = useState(campaign?.annotators.join(', ') ?? '')
  const [overlap, setOverlap] = useState(campaign?.overlap ?? 2)
  const [training, setTraining] = useState(campaign?.training.join(', ') ?? '')
  const annotators = namesOf(names)
  const wrong = annotators.filter((name) => !ANNOTATOR.test(name))
  const tooFew = annotators.length < overlap
  const [sure, setSure] = useState(false)
  const plan = (): void => void campaigning.plan(annotators, overlap, namesOf(training))
  return (
    <>
      {sure ? (
        <FormDialog
          label="Plan the campaign anew?"
          submit="Replace the plan"
          onSubmit={() => {
            setSure(false)
            plan()
          }}
          onClose={() => setSure(false)}
        >
          <p>Who is to label what is shared out again. Labels stay; bundles that were handed out no longer fit what is assigned.</p>
        </FormDialog>
      ) : null}
      <Form
        label="Plan"
        submit={campaign ? 'Plan anew …' : 'Assign the pages'}
        tone={campaign ? 'plain' : 'strong'}
        disabled={annotators.length === 0 || tooFew || wrong.length > 0}
        onSubmit={() => (campaign ? setSure(true) : plan())}
      >
        <h2>{campaign ? 'Plan anew' : 'Plan'}</h2>
        <label htmlFor="campaign-names">Annotators, with commas</label>
        <TextField id="campaign-names" value={names} placeholder="ann, ben, cas" onChange={setNames} />
        <label htmlFor="campaign-overlap">Annotators a page</label>
        <NumberInput id="campaign-overlap" min={1} max={1000} value={overlap} onChange={setOverlap} />
        <label htmlFor="campaign-training">
          Practice pages (ids, with commas): pages with adjudicated or imported gold that all label first, with feedback
        </label>
        <TextField id="campaign-training" value={training} onChange={setTraining} />
        <p className="quiet" role="status">
          {wrong.length > 0
            ? `Not a name: ${wrong.join(', ')}. Letters, digits, spaces and . _ @ + -`
            : annotators.length > 0 && tooFew
              ? `${overlap} a page need at least ${overlap} annotators.`
              : campaign
                ? 'What was assigned before is replaced; labels stay.'
                : 'Loads differ by one page at most, and all pairs of annotators meet about equally often.'}
        </p>
      </Form>
    </>
  )
}

function Bundles() {
  const [out, setOut] = useState('')
  const [back, setBack] = useState('')
  const paths = back
    .split('\n')
    .map((path) => path.trim())
    .filter((path) => path !== '')
  return (
    <>
      <Form label="Hand out" submit="Write the bundles" disabled={out.trim() === ''} onSubmit={() => void campaigning.handOut(out)}>
        <h2>Hand out</h2>
        <PathField id="campaign-out" label="Folder for the bundles" title="Folder for the bundles" value={out} onChange={setOut} />
        <p className="quiet">
          One folder for each annotator: their pages, the guidelines, and nobody else’s labels. They open it like any corpus.
        </p>
      </Form>
      <Form label="Take in" submit="Take them in" disabled={paths.length === 0} onSubmit={() => void campaigning.takeIn(paths)}>
        <h2>Take in</h2>
        <label htmlFor="campaign-in">Folders that came back, one a line</label>
        <textarea id="campaign-in" rows={4} value={back} onChange={(event) => setBack(event.target.value)} />
        <p className="quiet">
          Labels changed on both sides are merged where they are about different text; otherwise nothing is overwritten.
        </p>
      </Form>
    </>
  )
}

/** Agreement and decisions as a site for those who labelled. */
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
      onSubmit={() => void campaigning.publish(folder, { withNames, withText }).then(setWritten)}
    >
      <h2>Publish</h2>
      <PathField
        id="campaign-site"
        label="Folder: new, empty, or a site of before"
        isFolder
        title="Where the site goes"
        value={folder}
        onChange={setFolder}
      />
      <Check checked={withNames} onChange={setWithNames}>
        With the annotators’ names
      </Check>
      <Check checked={withText} onChange={setWithText}>
        With the labelled text
      </Check>
      <p className="quiet">
        How far all agree, the text on which labels differ, and what was decided: a folder of files that any browser opens.
      </p>
      {written ? (
        <p role="status">
          Published: {formatNumber(written.pages)} pages in {written.folder}. Open index.html there, or put the folder on any web server.
        </p>
      ) : null}
    </Form>
  )
}
