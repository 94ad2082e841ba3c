/** Whether the server answered with an error. @param status null if no server was involved */
export const isErrorAnswer = (status: number | null): status is number => status !== null && status >= 400
