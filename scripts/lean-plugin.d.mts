import type { Plugin } from 'vite'
export const SCALES: readonly string[]
export function leanPlugin(): Plugin
