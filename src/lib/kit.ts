// The parts of start-kit that components use, in one place: docs/recipes/without-start-kit.md replaces this file.

export {
  hasFailedPress,
  isOfNewerBuild,
  isRenderedAnew,
  loadNewerBuild,
  rememberPlace,
} from "start-kit/browser";
