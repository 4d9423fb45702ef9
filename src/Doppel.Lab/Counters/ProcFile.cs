using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Lab;

/// <summary>A file in /proc that is kept open and read repeatedly. Not thread-safe.</summary>
internal sealed class ProcFile : IDisposable
{
    private readonly SafeFileHandle _file;
    private byte[] _text = new byte[8192];
    private int _length;

    private ProcFile(SafeFileHandle file) => _file = file;

    /// <summary>Gets the text that was last read.</summary>
    internal ReadOnlySpan<byte> Text => _text.AsSpan(0, _length);

    public void Dispose() => _file.Dispose();

    /// <summary>Opens a file. Returns null if it does not exist or access is denied.</summary>
    internal static ProcFile? TryOpen(string path)
    {
        try
        {
            var file = new ProcFile(File.OpenHandle(path));
            if (file.TryRead())
            {
                return file;
            }

            file.Dispose();
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            // The system does not have this file.
        }

        return null;
    }

    /// <summary>Reads the file again.</summary>
    internal bool TryRead()
    {
        try
        {
            _length = 0;
            for (int got; (got = RandomAccess.Read(_file, _text.AsSpan(_length), _length)) > 0;)
            {
                _length += got;
                if (_length == _text.Length)
                {
                    Array.Resize(ref _text, _text.Length * 2);
                }
            }

            return true;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Finds the number after a word at the start of a line.</summary>
    internal bool TryFind(ReadOnlySpan<byte> word, out long number)
    {
        number = 0;
        foreach (Range range in Text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = Text[range];
            if (line.StartsWith(word))
            {
                return Utf8Parser.TryParse(line[word.Length..].TrimStart(" \t"u8), out number, out _);
            }
        }

        return false;
    }

    /// <summary>Finds a line of words separated by spaces, by one of its words.</summary>
    /// <param name="word">The word.</param>
    /// <param name="place">The zero-based position of the word in the line.</param>
    /// <param name="numbers">Receives the numbers after the word; 0 for anything that is not a number.</param>
    internal bool TryFindRow(ReadOnlySpan<byte> word, int place, Span<long> numbers)
    {
        foreach (Range range in Text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = Text[range];
            int at = 0;
            bool isMeant = false;
            foreach (Range part in line.Split((byte)' '))
            {
                ReadOnlySpan<byte> one = line[part];
                if (one.IsEmpty)
                {
                    continue;
                }

                if (at == place)
                {
                    isMeant = one.SequenceEqual(word);
                }
                else if (isMeant && at - place - 1 < numbers.Length)
                {
                    _ = Utf8Parser.TryParse(one, out numbers[at - place - 1], out _);
                }

                at++;
            }

            if (isMeant)
            {
                return true;
            }
        }

        return false;
    }
}
