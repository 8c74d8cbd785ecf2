// A form for an action of src/account. The page that the action redirects to shows the result as a notice.

import { type Action, useAction } from "@solidjs/router";
import { ANSWER_TIMEOUT_MS } from "solid-auth/client";
import type { ParentProps } from "solid-js";
import { isOfNewerBuild, loadNewerBuild } from "start-kit/build";
import { rememberPlace } from "start-kit/kept-place";
import { newerBuildText, unreachableText } from "~/messages/unreachable";
import { keepTyped } from "./Field";
import { Form } from "./Form";

interface ActionFormProps extends ParentProps {
  action: Action<[FormData], unknown>;
  /** Hidden fields. */
  fields?: Record<string, string>;
  class?: string;
}

export function ActionForm(props: ActionFormProps) {
  const act = useAction(props.action as unknown as Action<[URLSearchParams], unknown>);

  async function send(body: URLSearchParams, pressed: HTMLElement) {
    const returnToPlace = rememberPlace(pressed);
    const tooLate = new Promise((_, reject) => setTimeout(reject, ANSWER_TIMEOUT_MS));
    try {
      await Promise.race([act(body), tooLate]);
    } catch (error) {
      if (!(await isOfNewerBuild(error))) return unreachableText;
      keepTyped();
      return loadNewerBuild() ? undefined : newerBuildText;
    }
    returnToPlace();
  }

  return (
    <Form action={props.action.toString()} fields={props.fields} send={send} class={props.class}>
      {props.children}
    </Form>
  );
}
