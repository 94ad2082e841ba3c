/** A stage in somebody else's page: the address says so (`embed`), and keeps saying so while it changes. */

/** Whether this window is a stage alone, without what is around it. It keeps nothing, since it shares the storage of whole windows. */
export const isEmbedded = new URLSearchParams(location.hash.slice(1)).has('embed')
