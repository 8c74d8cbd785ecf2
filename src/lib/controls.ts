// The controls of a form in the browser, in HTML's terms: a control's default is the field's own value, and any other
// value is typed text. So a page that renders again removes no text, and a reset returns to the own value.

import { isSecret } from "./forms";

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const KINDS = ["INPUT", "SELECT", "TEXTAREA"];
const UNSEEN = ["hidden", "submit", "button", "image", "reset"];

/** @returns the controls that a user can change */
export function controlsOf(form: HTMLFormElement | undefined): Control[] {
  const all = [...(form ? form.elements : [])].filter((each): each is Control => KINDS.includes(each.tagName));
  return all.filter(({ name, type }) => name && !UNSEEN.includes(type));
}

const isBox = (control: Control): control is HTMLInputElement => ["checkbox", "radio"].includes(control.type);

/** @returns the values that a control adds to its form */
export function valuesOf(control: Control): string[] {
  if (isBox(control)) return control.checked ? [control.value] : [];
  return control instanceof HTMLSelectElement
    ? [...control.selectedOptions].map(({ value }) => value)
    : [control.value];
}

/**
 * @param values the values of its name; a text takes the first, and leaves the other values to the next fields with
 *   that name
 */
export function show(control: Control, values: string[]): void {
  if (isBox(control)) control.checked = values.includes(control.value);
  else if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.selected = values.includes(option.value);
  else if (control.type !== "file") control.value = values.shift() ?? "";
}

export function setDefault(control: Control, values: string[]): void {
  if (isBox(control)) control.defaultChecked = values.includes(control.value);
  else if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.toggleAttribute("selected", values.includes(option.value));
  else if (control.type !== "file") control.defaultValue = values[0] ?? "";
}

export function isChanged(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked;
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue;
  const options = [...control.options];
  const isList = control.multiple || control.size > 1;
  // Without a default, a browser chooses the first option.
  if (!isList && !options.some((option) => option.defaultSelected)) return control.selectedIndex > 0;
  return options.some((option) => option.selected !== option.defaultSelected);
}

/**
 * @returns typed text by the names of the fields, as far as a page may keep it over a sign-in. Secrets and
 *   confirmations are left out: the user types them again
 */
export function typedInto(controls: Control[]): [name: string, values: string[]][] {
  const kept = controls.filter((each) => {
    const autocomplete = each.getAttribute("autocomplete") ?? "";
    return !isSecret(each.type, autocomplete) && autocomplete.toLowerCase() !== "off";
  });
  const changed = new Set(kept.filter(isChanged).map(({ name }) => name));
  return [...changed].map((name) => [name, kept.filter((each) => each.name === name).flatMap(valuesOf)]);
}
