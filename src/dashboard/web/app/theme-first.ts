/*
 * Runs before the page is painted, so that somebody who chose a theme never sees the other one.
 */

const chosen = localStorage.getItem('theme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
