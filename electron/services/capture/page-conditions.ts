import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { failed } from '../../../shared/base/failure'
import type { CaptureOptions } from '../../../shared/contract/capture'
import { evaluateIn, type Send } from './cdp-target'
import type { PageActivity, WatchedPage } from './page-activity'

const Scrolled = z.object({ at: z.number(), end: z.number() })

const SCROLL_MOST = { windows: 50, time: 20_000 } as const
const SEARCH_INTERVAL = 100
const STEP = { quiet: 150, cap: 1_500 } as const

const DISMISS = `((most) => {
  const SPEAKS = /cookie|consent|privacy|datenschutz|einwillig|confidentialit|privacidad|consentimiento|riservatezza|personvern|integritet|privacybeleid|prywatno|同意|隐私|プライバシー/i
  const REFUSES = /^(?:reject|decline|refuse|deny|disagree|only (?:necessary|essential)|(?:use |accept )?(?:necessary|essential|required)(?: cookies)? only|no,? thanks|ablehnen|alle ablehnen|nur (?:notwendige|erforderliche|essenzielle)|tout refuser|refuser|continuer sans accepter|rechazar|rifiuta|recusar|rejeitar|weigeren|afwijzen|avvis|avvisa|odrzu|拒否|拒绝)/i
  const CLOSES = /^(?:×|✕|✖|x|close|dismiss|schlie(?:ß|ss)en|fermer|cerrar|chiudi|fechar|sluiten|lukk|stäng|zamknij|閉じる|关闭)$/i
  const ACCEPTS = /^(?:accept|agree|allow|i agree|i accept|got it|ok(?:ay)?$|understood|akzeptieren|alle akzeptieren|zustimmen|accepter|tout accepter|j.accepte|aceptar|accetta|aceitar|akkoord|accepteren|godta|godkänn|akceptuj|同意|接受)/i
  const roots = [document]
  for (let i = 0; i < roots.length && i < 500; i++)
    for (const element of roots[i].querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
  const stands = (element) => {
    if (element.matches('dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]')) return true
    const { position } = getComputedStyle(element)
    return position === 'fixed' || position === 'sticky'
  }
  const textOf = (element) => (element.innerText || '').slice(0, 5000)
  const banners = []
  for (const root of roots) {
    for (const element of root.querySelectorAll('div, section, aside, dialog, form, footer, header, [role]')) {
      if (banners.length >= most) break
      if (!stands(element) || !element.checkVisibility() || banners.some((other) => other.contains(element))) continue
      const inside = element.shadowRoot ? element.shadowRoot.textContent || '' : textOf(element)
      if (inside.length > 0 && SPEAKS.test(inside)) banners.push(element)
    }
  }
  let pressed = 0
  for (const banner of banners) {
    const buttons = [...(banner.shadowRoot ?? banner).querySelectorAll('button, [role=button], input[type=button], input[type=submit], a')].filter((b) => b.checkVisibility())
    const findButton = (pattern) => buttons.find((b) => [b.innerText, b.value, b.getAttribute('aria-label'), b.title].some((name) => pattern.test((name || '').trim())))
    const button = findButton(REFUSES) ?? findButton(CLOSES) ?? findButton(ACCEPTS)
    // A link would lead elsewhere.
    if (!button || (button.localName === 'a' && /^https?:/.test(button.href) && !button.getAttribute('href').startsWith('#'))) continue
    button.click()
    pressed++
  }
  return pressed
})`

const MOST_BANNERS = 5

export async function setConditions(send: Send, options: CaptureOptions, plain: string): Promise<string> {
  const { viewport, language } = options
  const mobile = plain.replace(/\([^)]*\)/, '(Linux; Android 10; K)').replace(/ Safari\//, ' Mobile Safari/')
  const userAgent = options.userAgent !== '' ? options.userAgent : viewport.mobile ? mobile : plain
  await Promise.all([
    send('Emulation.setUserAgentOverride', { userAgent, ...(language === '' ? {} : { acceptLanguage: language }) }),
    send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1 }),
    viewport.mobile ? send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 }) : null,
    emulateMedia(send, options),
  ])
  return userAgent
}

/** Must be called again after the navigation, because Electron may lose the settings. */
export async function emulateMedia(send: Send, { dark, reducedMotion }: CaptureOptions): Promise<void> {
  const features = [
    ...(dark ? [{ name: 'prefers-color-scheme', value: 'dark' }] : []),
    ...(reducedMotion ? [{ name: 'prefers-reduced-motion', value: 'reduce' }] : []),
  ]
  if (features.length > 0) await send('Emulation.setEmulatedMedia', { features })
}

/** Returns notes for the log. @throws FailureError `load.bad-selector` */
export async function waitForConditions(
  { send, mainFrame, activity }: WatchedPage,
  options: CaptureOptions,
  report: (message: string) => void,
): Promise<string[]> {
  const notes: string[] = []
  const { waitFor, delay, dismissBanners, scroll } = options
  const evaluate = (expression: string): Promise<unknown> => evaluateIn(send, mainFrame, expression)

  if (waitFor !== '') {
    report(`Waiting for ${waitFor} …`)
    if (!(await waitForSelector(evaluate, waitFor, options.idleCap)))
      notes.push(`“${waitFor}” did not appear within ${options.idleCap / 1000} s; the capture did not wait longer.`)
  }
  if (delay > 0) {
    report(`Waiting ${delay / 1000} s …`)
    await sleep(delay)
  }
  if (dismissBanners) {
    report('Dismissing banners …')
    const pressed = await evaluate(`${DISMISS}(${MOST_BANNERS})`).catch(() => 0)
    if (typeof pressed === 'number' && pressed > 0) {
      notes.push(pressed === 1 ? '1 banner was dismissed.' : `${pressed} banners were dismissed.`)
      await activity.idle(STEP.quiet, STEP.cap)
    }
  }
  if (scroll) {
    report('Scrolling to the end …')
    const isWhole = await scrollThrough(evaluate, activity).catch(() => false)
    if (!isWhole)
      notes.push(`Scrolling stopped before the end of the page (limit: ${SCROLL_MOST.windows} steps or ${SCROLL_MOST.time / 1000} s).`)
    await activity.idle(options.idle, options.idleCap)
  }
  return notes
}

async function waitForSelector(evaluate: (expression: string) => Promise<unknown>, selector: string, cap: number): Promise<boolean> {
  const quoted = JSON.stringify(selector)
  const isSelector = await evaluate(`(() => { try { document.querySelector(${quoted}); return true } catch { return false } })()`)
  if (isSelector !== true) {
    const message = `“${selector}” is not a CSS selector.`
    throw failed('load.bad-selector', message, 'Correct the selector in the capture conditions, for example to “main article”.')
  }
  const end = performance.now() + cap
  for (;;) {
    if ((await evaluate(`document.querySelector(${quoted}) !== null`).catch(() => false)) === true) return true
    if (performance.now() >= end) return false
    await sleep(SEARCH_INTERVAL)
  }
}

async function scrollThrough(evaluate: (expression: string) => Promise<unknown>, activity: PageActivity): Promise<boolean> {
  const end = performance.now() + SCROLL_MOST.time
  let isWhole = false
  for (let step = 0; step < SCROLL_MOST.windows && performance.now() < end; step++) {
    const before = Scrolled.parse(await evaluate(SCROLL_ON))
    await activity.idle(STEP.quiet, Math.min(STEP.cap, end - performance.now()))
    if (before.at < before.end) continue
    const after = Scrolled.parse(await evaluate(PLACE))
    if (after.end <= before.end) {
      isWhole = true
      break
    }
  }
  await evaluate(`scrollTo({ top: 0, behavior: 'instant' })`)
  await sleep(SEARCH_INTERVAL)
  return isWhole
}

const PLACE = `({ at: Math.ceil(scrollY + innerHeight) + 1, end: document.documentElement.scrollHeight })`
const SCROLL_ON = `(() => {
  scrollBy({ top: Math.max(100, innerHeight * 0.9), behavior: 'instant' })
  const place = ${PLACE}
  return new Promise((resolve) => { requestAnimationFrame(() => resolve(place)); setTimeout(resolve, 1000, place) })
})()`
