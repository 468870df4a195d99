/** What the submission manager costs, each figure beside a floor that is measured in the same run. */
package dev.baton.bench.submissions;
