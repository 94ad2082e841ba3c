import type { Plugin } from 'vite'
export function buildFilm(): Promise<{ script: string; style: string }>
export function filmPlugin(): Plugin
