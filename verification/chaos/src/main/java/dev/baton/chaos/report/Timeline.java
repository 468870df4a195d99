package dev.baton.chaos.report;

import dev.baton.chaos.Result;
import dev.baton.chaos.faults.Struck;
import dev.baton.chaos.history.Gates.Opening;
import dev.baton.chaos.node.Roles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A picture: a lane for each role, coloured by the node whose gate was open, white where none was; and the faults. */
final class Timeline {

    private static final List<String> COLOURS = List.of("#2f6fb5", "#d9822b", "#3c9a5f", "#8c5bb0", "#b5443c");
    private static final int LANE = 22;
    private static final int LEFT = 150;
    private static final double PIXELS_PER_SECOND = 12;

    private final Result result;
    private final StringBuilder svg = new StringBuilder();

    private Timeline(Result result) {
        this.result = result;
    }

    static String of(Result result) {
        return new Timeline(result).draw();
    }

    private String draw() {
        List<String> lanes =
                new ArrayList<>(Roles.ofApplication(result.settings().engine()).keySet());
        double width = LEFT + x(result.ended()) + 20;
        int targets = result.settings().nodes() + 1;
        int height = LANE * (lanes.size() + targets) + 30;
        append("<svg width='%.0f' height='%d' xmlns='http://www.w3.org/2000/svg'>", width, height);
        for (int lane = 0; lane < lanes.size(); lane++) {
            label(lanes.get(lane), lane);
            terms(lanes.get(lane), lane);
        }
        for (int target = 1; target < targets; target++) {
            label("faults on n" + target, lanes.size() + target - 1);
            append(
                    "<rect x='%d' y='%d' width='10' height='10' fill='%s'/>",
                    LEFT - 20, (lanes.size() + target - 1) * LANE + 6, COLOURS.get((target - 1) % COLOURS.size()));
        }
        label("database, all nodes", lanes.size() + targets - 1);
        faults(lanes.size(), targets);
        axis(height);
        return svg.append("</svg>").toString();
    }

    private void label(String text, int lane) {
        append("<text x='4' y='%d' font-size='12'>%s</text>", lane * LANE + 16, text);
    }

    private void terms(String role, int lane) {
        for (Map.Entry<Long, Opening> term : result.history().gates().of(role).entrySet()) {
            Opening opening = term.getValue();
            if (opening.wasSeen()) {
                int node = Integer.parseInt(opening.node().substring(1)) - 1;
                append(
                        "<rect x='%.1f' y='%d' width='%.1f' height='%d' fill='%s'><title>%s, epoch %d</title></rect>",
                        LEFT + x(opening.first()),
                        lane * LANE + 3,
                        Math.max(1, x(opening.last()) - x(opening.first())),
                        LANE - 6,
                        COLOURS.get(node % COLOURS.size()),
                        opening.node(),
                        term.getKey());
            }
        }
    }

    /** In the lane of the node that was hit; what hit the database or everybody comes last. */
    private void faults(int first, int targets) {
        for (Struck fault : result.faults()) {
            int lane = first
                    + (fault.node().isEmpty()
                            ? targets - 1
                            : Integer.parseInt(fault.node().substring(1)) - 1);
            append(
                    "<rect x='%.1f' y='%d' width='%.1f' height='8' fill='#444' opacity='0.7'><title>%s %s, %.1f s</title></rect>",
                    LEFT + x(fault.began()),
                    lane * LANE + 7,
                    Math.max(2, x(fault.healed()) - x(fault.began())),
                    fault.kind().title(),
                    fault.node(),
                    (fault.healed() - fault.began()) / 1e9);
        }
    }

    private void axis(int height) {
        double seconds = (result.ended() - result.began()) / 1e9;
        for (int at = 0; at < seconds; at += 10) {
            double x = LEFT + at * PIXELS_PER_SECOND;
            append("<line x1='%.1f' x2='%.1f' y1='0' y2='%d' stroke='#ddd'/>", x, x, height - 16);
            append("<text x='%.1f' y='%d' font-size='10' fill='#666'>%d s</text>", x, height - 4, at);
        }
    }

    private double x(long nanos) {
        return (nanos - result.began()) / 1e9 * PIXELS_PER_SECOND;
    }

    private void append(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
