package dev.baton.chaos.report;

import dev.baton.chaos.Result;
import dev.baton.chaos.check.Finding;

/** The report as one page that needs nothing else. */
public final class HtmlReport {

    private static final String HEAD = """
            <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Baton chaos</title><style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em; color: #222 }
            table { border-collapse: collapse } td, th { padding: .2em .8em; text-align: left; border-bottom: 1px solid #ddd }
            td.n { text-align: right; font-variant-numeric: tabular-nums }
            .good { color: #1d7a3c } .bad { color: #b3261e; font-weight: bold }
            .wide { overflow-x: auto; border: 1px solid #ddd } pre { white-space: pre-wrap; background: #f6f6f6; padding: 1em }
            </style></head><body>
            """;

    private HtmlReport() {}

    public static String of(Result result) {
        StringBuilder page = new StringBuilder(HEAD);
        page.append("<h1>Baton under faults</h1><p class='")
                .append(result.ok() ? "good" : "bad")
                .append("'>")
                .append(escape(TextReport.verdict(result)))
                .append("</p><p>")
                .append(escape(TextReport.figures(result)))
                .append("</p><h2>Who led when</h2><p>A lane for each role of the application, a colour for each node;"
                        + " white: no gate was seen open. Below them the faults; names show under the pointer.</p>"
                        + "<div class='wide'>")
                .append(Timeline.of(result))
                .append("</div>");
        findings(page, result);
        failOvers(page, result);
        page.append("<h2>Faults</h2><table>");
        TextReport.counts(result.faults())
                .forEach((kind, count) -> page.append("<tr><td>")
                        .append(escape(kind))
                        .append("</td><td class='n'>")
                        .append(count)
                        .append("</td></tr>"));
        return page.append("</table></body></html>\n").toString();
    }

    private static void findings(StringBuilder page, Result result) {
        page.append("<h2>What was checked</h2><table>");
        for (Finding finding : result.findings()) {
            page.append("<tr><td>")
                    .append(escape(finding.title()))
                    .append("</td><td class='n'>")
                    .append(finding.checked())
                    .append("</td><td class='")
                    .append(finding.ok() ? "good'>holds" : "bad'>" + finding.count() + " violations")
                    .append("</td><td>")
                    .append(escape(finding.note()))
                    .append("</td></tr>");
        }
        page.append("</table>");
        for (Finding finding : result.findings()) {
            if (!finding.ok()) {
                page.append("<pre>")
                        .append(escape(finding.title() + "\n" + String.join("\n", finding.violations())))
                        .append("</pre>");
            }
        }
    }

    private static void failOvers(StringBuilder page, Result result) {
        page.append("<h2>From the blow to the next open gate</h2><table><tr><th>fault, election</th><th>count</th>"
                + "<th>p50 ms</th><th>p99 ms</th><th>longest ms</th></tr>");
        FailOvers.of(result).forEach((key, times) -> {
            page.append("<tr><td>").append(escape(key)).append("</td>");
            for (String figure : TextReport.distribution(times).trim().split(" +")) {
                page.append("<td class='n'>").append(figure).append("</td>");
            }
            page.append("</tr>");
        });
        page.append("</table>");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
