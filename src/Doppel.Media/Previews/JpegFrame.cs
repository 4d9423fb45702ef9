namespace Doppel.Media;

/// <summary>The size of a JPEG picture that every browser shows (ITU-T T.81, B.2.2).</summary>
/// <param name="Width">The number of columns, at least 1.</param>
/// <param name="Height">The number of rows, at least 1.</param>
internal readonly record struct JpegFrame(int Width, int Height)
{
    private const int Start = 0xD8;
    private const int SegmentsMax = 200;
    private const int FrameBytes = 9; // length, bits, rows, columns, components

    /// <summary>
    /// Reads the frame header. Sensor data is often lossless JPEG, which browsers do not decode: false for that too.
    /// </summary>
    internal static bool TryRead(HeaderReader file, long offset, long length, out JpegFrame frame)
    {
        frame = default;
        long end = offset + length;
        if (length < 4 || file.ByteAt(offset) != 0xFF || file.ByteAt(offset + 1) != Start)
        {
            return false;
        }

        long at = offset + 2;
        for (int i = 0; i < SegmentsMax && at + 2 + FrameBytes <= end && file.ByteAt(at) == 0xFF; i++)
        {
            int marker = file.ByteAt(at + 1);
            switch (marker)
            {
                // Fill bytes.
                case 0xFF:
                    at++;
                    continue;
                case 0xC0 or 0xC1 or 0xC2:
                    ReadOnlySpan<byte> header = file.At(at + 2, FrameBytes);
                    frame = new JpegFrame((header[5] << 8) | header[6], (header[3] << 8) | header[4]);
                    return header[2] == 8 && header[7] is 1 or 3 && frame.Width > 0 && frame.Height > 0;
                // Other frames, the end, and data without a frame.
                case (>= 0xC3 and <= 0xCF and not (0xC4 or 0xC8 or 0xCC)) or 0xD9 or 0xDA:
                    return false;
                default:
                    at += 2 + ((file.ByteAt(at + 2) << 8) | file.ByteAt(at + 3));
                    continue;
            }
        }

        return false;
    }
}
