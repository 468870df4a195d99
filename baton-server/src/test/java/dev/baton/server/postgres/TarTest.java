package dev.baton.server.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarTest {

    @TempDir
    private Path folder;

    private static ByteArrayInputStream text(String content) {
        return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bringsBackWhatItWrote() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        Tar.folder(tar, "a/");
        Tar.file(tar, "a/b", text("content"), 7);
        Tar.file(tar, "empty", text(""), 0);
        Tar.end(tar);

        Tar.unpack(new ByteArrayInputStream(tar.toByteArray()), folder);

        assertThat(folder.resolve("a/b")).hasContent("content");
        assertThat(folder.resolve("empty")).isEmptyFile();
    }

    @Test
    void keepsTheSizeOfAFileThatShrinksOrGrowsMeanwhile() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        Tar.file(tar, "shrunk", text("ab"), 5);
        Tar.file(tar, "grown", text("abcdef"), 3);
        Tar.end(tar);

        Tar.unpack(new ByteArrayInputStream(tar.toByteArray()), folder);

        assertThat(Files.readAllBytes(folder.resolve("shrunk"))).containsExactly('a', 'b', 0, 0, 0);
        assertThat(folder.resolve("grown")).hasContent("abc");
    }

    @Test
    void letsNothingOutOfTheFolder() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        Tar.file(tar, "../outside", text("x"), 1);

        assertThatThrownBy(() -> Tar.unpack(new ByteArrayInputStream(tar.toByteArray()), folder))
                .hasMessageContaining("outside of it");
        assertThat(folder.resolveSibling("outside")).doesNotExist();
    }

    /** A link to the folder above would let the next entry out. */
    @Test
    void linksToNothingAboveItself() throws IOException {
        for (String to : new String[] {"..", ".", "../x", "/etc", "..\\x"}) {
            ByteArrayOutputStream tar = new ByteArrayOutputStream();
            Tar.folder(tar, "link");
            byte[] entry = tar.toByteArray();
            entry[156] = '2';
            System.arraycopy(to.getBytes(StandardCharsets.UTF_8), 0, entry, 157, to.length());

            assertThatThrownBy(() -> Tar.unpack(new ByteArrayInputStream(entry), folder))
                    .as(to)
                    .hasMessageContaining("to another folder");
        }
    }

    @Test
    void noticesADamagedArchive() throws IOException {
        ByteArrayOutputStream tar = new ByteArrayOutputStream();
        Tar.file(tar, "cut", text("a".repeat(2000)), 2000);

        assertThatThrownBy(() -> Tar.unpack(new ByteArrayInputStream(tar.toByteArray(), 0, 1000), folder))
                .hasMessageContaining("ends in the middle");
    }
}
