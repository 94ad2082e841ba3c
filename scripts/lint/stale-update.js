/** Oxlint plugin: after an `await`, a store update needs a check that the request is still the latest. */

/** Awaited calls that return null for an outdated request. */
const CHECKED = new Set(['replace', 'resolveIfCurrent', 'requestOfCorpus', 'requestTask'])
const isUpdate = ({ type, name, property }) =>
  type === 'MemberExpression' ? property.name === 'setState' : name === 'set' || name === 'setState'
const nameOf = ({ type, name, property }) => (type === 'MemberExpression' ? property.name : name)

const noStaleUpdate = {
  create(context) {
    /** Whether the last `await` is unchecked, for each function around the current node. */
    const functions = []
    const enter = () => functions.push(false)
    const leave = () => functions.pop()
    const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
    return {
      ...Object.fromEntries(
        kinds.flatMap((kind) => [
          [kind, enter],
          [`${kind}:exit`, leave],
        ]),
      ),
      'AwaitExpression:exit'({ argument }) {
        const isChecked = argument.type === 'CallExpression' && CHECKED.has(nameOf(argument.callee))
        if (functions.length > 0) functions.splice(-1, 1, !isChecked)
      },
      // `if (signal.aborted) return` counts as a check.
      IfStatement({ test }) {
        if (functions.length > 0 && context.sourceCode.getText(test).includes('.aborted')) functions.splice(-1, 1, false)
      },
      CallExpression(node) {
        if (!functions.at(-1) || !isUpdate(node.callee)) return
        context.report({
          node,
          message:
            'The request may be outdated after this await. Use RequestSlot.replace or resolveIfCurrent (shared/base/request-slot.ts).',
        })
      },
    }
  },
}

export default { meta: { name: 'stale' }, rules: { 'no-stale-update': noStaleUpdate } }
