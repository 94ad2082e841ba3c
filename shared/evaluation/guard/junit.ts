/** Results as JUnit XML, as the schema of Jenkins’ xUnit plug-in (junit-10) has it. */
import { escapeXml } from '../../base/escape'

/** One test. */
export interface JunitCase {
  readonly name: string
  readonly group: string
  readonly result: { readonly kind: 'failure' | 'error' | 'skipped'; readonly message: string; readonly text: string } | null
}

export interface JunitSuite {
  readonly name: string
  readonly cases: readonly JunitCase[]
  /** Sentences for the reader. */
  readonly notes: readonly string[]
}

const quoted = (text: string): string => escapeXml(text.replace(/\s+/g, ' ').trim())

/** Writes suites. */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const count = (cases: readonly JunitCase[], kind: string): number => cases.filter(({ result }) => result?.kind === kind).length
  const counts = (cases: readonly JunitCase[]): string =>
    `tests="${cases.length}" failures="${count(cases, 'failure')}" errors="${count(cases, 'error')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${quoted(name)}" ${counts(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite name="${quoted(suite.name)}" ${counts(suite.cases)} skipped="${count(suite.cases, 'skipped')}">`,
      ...suite.cases.map(caseXml),
      ...(suite.notes.length > 0 ? [`    <system-out>${escapeXml(suite.notes.join('\n'))}</system-out>`] : []),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function caseXml({ name, group, result }: JunitCase): string {
  const attributes = `name="${quoted(name)}" classname="${quoted(group)}"`
  if (!result) return `    <testcase ${attributes}/>`
  const { kind, message, text } = result
  return `    <testcase ${attributes}><${kind} message="${quoted(message)}">${escapeXml(text)}</${kind}></testcase>`
}

/** Sentences of a test, one a line. */
export const junitText = (sentences: readonly string[]): string => sentences.map((one) => one.replace(/\s+/g, ' ')).join('\n')
