export { default } from "../../../../../src/routes/index";
