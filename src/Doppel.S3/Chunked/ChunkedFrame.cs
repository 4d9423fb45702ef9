using System.Buffers.Text;
using System.Diagnostics;
using System.Numerics;
using System.Security.Cryptography;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Writes and measures the framing around the content of chunks.</summary>
internal static class ChunkedFrame
{
    /// <summary>The maximum number of bytes before the content of a chunk.</summary>
    internal const int HeadBytesMax = 8 + 17 + SignatureDigits + 2;

    /// <summary>
    /// The maximum number of bytes after the content of the last chunk: its line end, the empty chunk, a checksum and
    /// its signature.
    /// </summary>
    internal const int EndBytesMax = 2 + HeadBytesMax + 26 + 44 + 26 + SignatureDigits + 8;

    private const int SignatureDigits = 2 * SHA256.HashSizeInBytes;

    private static ReadOnlySpan<byte> ChunkSignature => ";chunk-signature="u8;

    private static ReadOnlySpan<byte> TrailerSignature => "x-amz-trailer-signature:"u8;

    private static ReadOnlySpan<byte> LineEnd => "\r\n"u8;

    /// <summary>Returns the number of bytes before the content of a chunk.</summary>
    internal static int HeadBytes(int contentBytes, ChunkSigning signing) => HexDigits(contentBytes)
        + (signing == ChunkSigning.Signed ? ChunkSignature.Length + SignatureDigits : 0) + LineEnd.Length;

    /// <summary>Returns the number of bytes in the trailers and their signature, including line ends.</summary>
    internal static int TrailerBytes(ChunkedOptions options)
    {
        if (options.Checksum is not { } algorithm)
        {
            return 0;
        }

        int bytes = ChecksumNames.Header(algorithm).Length + 1
            + Base64.GetMaxEncodedToUtf8Length(S3Checksum.ByteCountOf(algorithm)) + LineEnd.Length;
        return options.Signing == ChunkSigning.Signed
            ? bytes + TrailerSignature.Length + SignatureDigits + LineEnd.Length
            : bytes;
    }

    /// <summary>Writes the head that precedes the content of a chunk.</summary>
    /// <param name="contentBytes">The length of the content in bytes.</param>
    /// <param name="signature">The signature of 32 bytes, or empty.</param>
    /// <param name="destination">The destination.</param>
    /// <returns>The number of bytes written.</returns>
    internal static int WriteHead(int contentBytes, ReadOnlySpan<byte> signature, Span<byte> destination)
    {
        bool fits = Utf8Formatter.TryFormat(contentBytes, destination, out int written, 'x');
        Debug.Assert(fits, "There is room for the longest head.");
        if (!signature.IsEmpty)
        {
            written += Write(ChunkSignature, destination.Slice(written));
            written += WriteHex(signature, destination.Slice(written));
        }

        return written + Write(LineEnd, destination.Slice(written));
    }

    /// <summary>Writes the checksum as a trailer, followed by a single line feed, as it is signed.</summary>
    /// <returns>The number of bytes written.</returns>
    internal static int WriteTrailer(in S3Checksum checksum, Span<byte> destination)
    {
        int written = Encoding.ASCII.GetBytes(ChecksumNames.Header(checksum.Algorithm), destination);
        destination[written++] = (byte)':';
        Base64.EncodeToUtf8(checksum.Bytes, destination.Slice(written), out _, out int digits);
        written += digits;
        destination[written] = (byte)'\n';
        return written + 1;
    }

    /// <summary>Writes the signature of the trailers.</summary>
    /// <returns>The number of bytes written.</returns>
    internal static int WriteTrailerSignature(ReadOnlySpan<byte> signature, Span<byte> destination)
    {
        int written = Write(TrailerSignature, destination);
        written += WriteHex(signature, destination.Slice(written));
        return written + Write(LineEnd, destination.Slice(written));
    }

    /// <summary>Writes a line end.</summary>
    /// <returns>The number of bytes written.</returns>
    internal static int WriteLineEnd(Span<byte> destination) => Write(LineEnd, destination);

    private static int Write(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        text.CopyTo(destination);
        return text.Length;
    }

    private static int WriteHex(ReadOnlySpan<byte> bytes, Span<byte> destination)
    {
        // A signature fits into the destination, so the builder never moves to a rented array.
        var text = new Utf8Builder(destination);
        text.AppendHexLower(bytes);
        return text.Length;
    }

    private static int HexDigits(int value) => Math.Max(1, (BitOperations.Log2((uint)value) / 4) + 1);
}
