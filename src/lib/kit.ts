// What components use of start-kit, at one place: docs/recipes/without-start-kit.md replaces it.

export {
  hasFailedPress,
  isOfNewerBuild,
  isRenderedAnew,
  loadNewerBuild,
  rememberPlace,
} from "start-kit/browser";
