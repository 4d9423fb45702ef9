using System.Buffers;
using Doppel.Cli.Arguments;
using Doppel.Cli.Output;
using Doppel.Cli.Platform;

namespace Doppel.Cli.Roots;

/// <summary>Reads names from a file or standard input, a block at a time.</summary>
internal static class RootList
{
    /// <summary>A name longer than this is no name.</summary>
    internal const int NameBytesMax = 1024 * 1024;

    /// <summary>Receives one name, valid during the call.</summary>
    internal delegate void NameReader(ReadOnlySpan<byte> name);

    /// <summary>Reads a list to its end. What follows the last separator is a name too, if it is not empty.</summary>
    /// <exception cref="UsageException">It cannot be read, or holds what cannot be a name.</exception>
    internal static void Read(ListSource list, NameReader reader)
    {
        string shown = list.Path == "-" ? "standard input" : Quote.Text(list.Path);
        try
        {
            using Stream stream = InputFile.Open(list.Path, "the list");
            Read(stream, list.Separator, shown, reader);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException($"cannot read the list {shown}: {SystemText.Of(failure)}");
        }
    }

    private static void Read(Stream stream, byte separator, string shown, NameReader reader)
    {
        var pending = new ArrayBufferWriter<byte>();
        byte[] block = new byte[64 * 1024];
        int read;
        while ((read = stream.Read(block)) > 0)
        {
            ReadOnlySpan<byte> rest = block.AsSpan(0, read);
            int end;
            while ((end = rest.IndexOf(separator)) >= 0)
            {
                Take(pending, rest[..end], shown, reader);
                rest = rest[(end + 1)..];
            }

            Keep(pending, rest, shown);
        }

        Take(pending, [], shown, reader);
    }

    private static void Take(ArrayBufferWriter<byte> pending, ReadOnlySpan<byte> last, string shown, NameReader reader)
    {
        if (pending.WrittenCount == 0)
        {
            reader(last);
            return;
        }

        Keep(pending, last, shown);
        reader(pending.WrittenSpan);
        pending.ResetWrittenCount();
    }

    private static void Keep(ArrayBufferWriter<byte> pending, ReadOnlySpan<byte> part, string shown)
    {
        if (pending.WrittenCount + part.Length > NameBytesMax)
        {
            throw new UsageException(
                $"the list {shown} contains a name of more than {NameBytesMax} bytes",
                "use --files0-from for NUL-terminated names");
        }

        pending.Write(part);
    }
}
