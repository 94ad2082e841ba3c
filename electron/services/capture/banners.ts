/**
 * Dismisses banners that ask for consent, by rules of our own: an element that stays in view while the page is scrolled, or a dialog,
 * whose text speaks of cookies, consent or privacy. In it the button that refuses is pressed; where there is none, that which closes;
 * where there is none either, that which accepts. A banner without such a button is left alone. It reads the words of ten languages.
 *
 * Instead of a list of rules for each site: the lists that are kept run as a browser extension, in the page's own world, and answer over
 * messages; nothing of ours runs there.
 */
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
    const named = (pattern) => buttons.find((b) => [b.innerText, b.value, b.getAttribute('aria-label'), b.title].some((name) => pattern.test((name || '').trim())))
    const button = named(REFUSES) ?? named(CLOSES) ?? named(ACCEPTS)
    // A link would lead elsewhere.
    if (!button || (button.localName === 'a' && /^https?:/.test(button.href) && !button.getAttribute('href').startsWith('#'))) continue
    button.click()
    pressed++
  }
  return pressed
})`

/** Banners that are looked at in one page. */
const MOST_BANNERS = 5

/** To evaluate in the page's isolated world; yields how many buttons were pressed. */
export const DISMISS_BANNERS = `${DISMISS}(${MOST_BANNERS})`
