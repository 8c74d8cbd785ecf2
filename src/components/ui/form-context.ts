// What a form tells the fields in it.

import { createContext, useContext } from "solid-js";

/** A field, as its form knows it. */
export interface FormField {
  name: string;
  isFile?: boolean;
  /** @returns what the user has typed, if it may be kept over a sign-in */
  typed: () => string | undefined;
  /** Returns to the field's own value. */
  reset: () => void;
}

export interface FormContext {
  /** Whether an action receives it. */
  isOfAction: boolean;
  /** @returns what is wrong with a field's input */
  error: (name: string) => string | undefined;
  /** @returns the input that the server has kept, once */
  kept: (name: string) => string | undefined;
  /** @returns the input that this tab has kept, once. It is there after the page's script has started */
  recalled: (name: string) => string | undefined;
  /** The fields of that input that were not there yet. */
  recalledNames: () => string[];
  /** Whether this is the first field with an error, which takes the focus. */
  isFirst: (name: string) => boolean;
  /** Adds a field, as long as its owner is there. */
  add: (field: FormField) => void;
}

const nothing = () => undefined;

/** A form of the auth route, and none. */
const NO_ACTION: FormContext = {
  isOfAction: false,
  error: nothing,
  kept: nothing,
  recalled: nothing,
  recalledNames: () => [],
  isFirst: () => false,
  add: nothing,
};

export const FormContext = createContext(NO_ACTION);

export const useForm = () => useContext(FormContext);
