/** Whether a page came with an error of the server. @param status of an answer; null where no server was asked */
export const isErrorAnswer = (status: number | null): status is number => status !== null && status >= 400
