import type { OwnProposal } from '../../../shared/contract/own-contract'

/** A file of the person's own: what is run, and what exactly they agree to. */
export function FileFacts({ path, kind, command, hash, files }: Pick<OwnProposal, 'path' | 'kind' | 'command' | 'hash' | 'files'>) {
  const others = files.filter((file) => file !== path)
  return (
    <dl className="own-facts">
      <dt>File</dt>
      <dd>
        <code>{path}</code>
      </dd>
      <dt>Runs</dt>
      <dd>{kind === 'module' ? 'in a thread of Boilerscope, with its limits of time and memory' : <code>{command}</code>}</dd>
      {others.length > 0 ? (
        <>
          <dt>With</dt>
          <dd>
            {others.map((file) => (
              <code key={file}>{file}</code>
            ))}
          </dd>
        </>
      ) : null}
      <dt>sha256</dt>
      <dd>
        <code>{hash}</code>
        <span className="own-covers">{others.length > 0 ? 'Over all files above' : 'Of the file'}; packages of npm are not covered.</span>
      </dd>
    </dl>
  )
}
