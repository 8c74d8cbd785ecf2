import github from "simple-icons/icons/github.svg?raw";

/** GitHub's mark, in the colour of the text around it. */
export function GitHubIcon() {
  return <span aria-hidden="true" class="icon inline-block size-5 *:fill-current" innerHTML={github} />;
}
