using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Lab;

/// <summary>A file of /proc that stays open and is read anew each time. One thread at a time.</summary>
internal sealed class ProcFile : IDisposable
{
    private readonly SafeFileHandle _file;
    private byte[] _text = new byte[8192];
    private int _length;

    private ProcFile(SafeFileHandle file) => _file = file;

    /// <summary>What was read last.</summary>
    internal ReadOnlySpan<byte> Text => _text.AsSpan(0, _length);

    public void Dispose() => _file.Dispose();

    /// <summary>Opens it; null where there is none, or it may not be read.</summary>
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
            // A system without it.
        }

        return null;
    }

    /// <summary>Reads it.</summary>
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

    /// <summary>The number behind a word that begins a line.</summary>
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

    /// <summary>A line of words with blanks between them, by one of its words.</summary>
    /// <param name="word">The word.</param>
    /// <param name="place">Which of the words it is, from 0.</param>
    /// <param name="numbers">Filled with what stands behind it; what is no number is 0.</param>
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
