/* SPDX-License-Identifier: Apache-2.0 */
package dev.triune.testsupport;

import java.awt.image.BufferedImage;
import java.awt.image.DataBuffer;
import java.awt.image.IndexColorModel;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;

/**
 * Writes pictures of one size as a repeating animation. All share a palette of their most frequent
 * colours, and unchanged pixels are transparent, which keeps the file small.
 */
public final class AnimatedGif {
    private static final int TRANSPARENT = 255;
    private static final String FORMAT = "javax_imageio_gif_image_1.0";

    private final List<BufferedImage> pictures;
    private final int hundredths;
    private final int[] palette;
    private final Map<Integer, Integer> nearest = new HashMap<>();

    private AnimatedGif(List<BufferedImage> pictures, int hundredths) {
        this.pictures = pictures;
        this.hundredths = hundredths;
        this.palette = palette(pictures);
    }

    /**
     * Writes a file.
     *
     * @param hundredths the time of each picture, in hundredths of a second
     * @throws IOException if it cannot be written
     */
    public static void write(List<BufferedImage> pictures, int hundredths, File file)
            throws IOException {
        new AnimatedGif(pictures, hundredths).write(file);
    }

    private void write(File file) throws IOException {
        Files.deleteIfExists(file.toPath()); // a stream would only overwrite its beginning
        ImageWriter writer = ImageIO.getImageWritersBySuffix("gif").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file)) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            int[] before = {};
            for (BufferedImage picture : pictures) {
                BufferedImage indexed = indexed(picture, before);
                before = rgb(picture);
                writer.writeToSequence(
                        new IIOImage(indexed, null, metadata(writer, indexed)), null);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
    }

    private BufferedImage indexed(BufferedImage picture, int[] before) {
        int[] colours = new int[256];
        System.arraycopy(palette, 0, colours, 0, palette.length);
        IndexColorModel model =
                new IndexColorModel(8, 256, colours, 0, false, TRANSPARENT, DataBuffer.TYPE_BYTE);
        int width = picture.getWidth();
        BufferedImage indexed = new BufferedImage(
                width, picture.getHeight(), BufferedImage.TYPE_BYTE_INDEXED, model);
        int[] now = rgb(picture);
        for (int i = 0; i < now.length; i++) {
            boolean same = before.length > 0 && index(before[i]) == index(now[i]);
            indexed.getRaster()
                    .setSample(i % width, i / width, 0, same ? TRANSPARENT : index(now[i]));
        }
        return indexed;
    }

    private IIOMetadata metadata(ImageWriter writer, BufferedImage picture) throws IOException {
        IIOMetadata metadata = writer.getDefaultImageMetadata(
                ImageTypeSpecifier.createFromRenderedImage(picture), null);
        IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(FORMAT);
        // the default metadata has the wrong colour table
        root.removeChild(root.getElementsByTagName("LocalColorTable").item(0));
        IIOMetadataNode control = (IIOMetadataNode)
                root.getElementsByTagName("GraphicControlExtension").item(0);
        control.setAttribute("disposalMethod", "doNotDispose");
        control.setAttribute("transparentColorFlag", "TRUE");
        control.setAttribute("transparentColorIndex", Integer.toString(TRANSPARENT));
        control.setAttribute("delayTime", Integer.toString(hundredths));
        IIOMetadataNode extensions = new IIOMetadataNode("ApplicationExtensions");
        IIOMetadataNode repeat = new IIOMetadataNode("ApplicationExtension");
        repeat.setAttribute("applicationID", "NETSCAPE");
        repeat.setAttribute("authenticationCode", "2.0");
        repeat.setUserObject(new byte[] {1, 0, 0});
        extensions.appendChild(repeat);
        root.appendChild(extensions);
        metadata.setFromTree(FORMAT, root);
        return metadata;
    }

    /** Returns the most frequent colours, rounded to five bits per channel. */
    private static int[] palette(List<BufferedImage> pictures) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (BufferedImage picture : pictures) {
            for (int colour : rgb(picture)) {
                counts.merge(rounded(colour), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Integer, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(TRANSPARENT)
                .mapToInt(Map.Entry::getKey)
                .toArray();
    }

    private int index(int colour) {
        return nearest.computeIfAbsent(rounded(colour), wanted -> {
            int best = 0;
            for (int i = 1; i < palette.length; i++) {
                best = distance(palette[i], wanted) < distance(palette[best], wanted) ? i : best;
            }
            return best;
        });
    }

    private static int distance(int one, int other) {
        int red = ((one >> 16) & 255) - ((other >> 16) & 255);
        int green = ((one >> 8) & 255) - ((other >> 8) & 255);
        int blue = (one & 255) - (other & 255);
        return 2 * red * red + 4 * green * green + 3 * blue * blue;
    }

    private static int rounded(int colour) {
        return (colour & 0xf8f8f8) | ((colour & 0xe0e0e0) >> 5);
    }

    private static int[] rgb(BufferedImage picture) {
        return picture.getRGB(
                0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth());
    }
}
