import { createRouter } from "@solidjs/router";
import { Loading } from "solid-js";
import Home from "~/routes/index";
import NotFound from "~/routes/not-found";

const Router = createRouter({
  routes: [
    { path: "/", component: Home },
    { path: "*", component: NotFound },
  ],
});

export default function App() {
  return <Router>{(props) => <Loading>{props.children}</Loading>}</Router>;
}
