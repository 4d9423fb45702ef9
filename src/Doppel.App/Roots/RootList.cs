using System.Buffers;

namespace Doppel.App;

/// <summary>Reads lists of names from a file or standard input, one block at a time.</summary>
internal static class RootList
{
    /// <summary>The maximum length of a name, in bytes.</summary>
    internal const int NameBytesMax = 1024 * 1024;

    /// <summary>Receives a name, which is valid only during the call.</summary>
    internal delegate void NameReader(ReadOnlySpan<byte> name);

    /// <summary>Reads a list to its end. Text after the last separator is also a name, unless it is empty.</summary>
    /// <exception cref="UsageException">The list cannot be read or contains an invalid name.</exception>
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
            throw new UsageException(
                $"cannot read the list {shown}: {SystemText.Of(failure)}",
                "name a file that contains one name per line, or - for standard input");
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

/// <summary>A list of roots to read.</summary>
/// <param name="Path">The file as <see cref="ByteText"/>; "-" for standard input.</param>
/// <param name="Separator">The byte that terminates each name.</param>
internal readonly record struct ListSource(string Path, byte Separator);
