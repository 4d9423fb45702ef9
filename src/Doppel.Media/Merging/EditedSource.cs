namespace Doppel.Media;

/// <summary>Reads a file as it is after some edits, without changing it.</summary>
/// <remarks>Not thread-safe.</remarks>
public sealed class EditedSource : IMediaSource
{
    private readonly IMediaSource _file;
    private readonly List<Piece> _pieces = [];

    /// <summary>Applies edits to a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="edits">The edits, in ascending order of their places, which do not overlap.</param>
    /// <exception cref="ArgumentException">Edits overlap, are out of order or extend outside the file.</exception>
    public EditedSource(IMediaSource file, IReadOnlyList<MediaEdit> edits)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(edits);
        _file = file;
        long at = 0;
        foreach (MediaEdit edit in edits)
        {
            if (edit.At < at || edit.At > file.Length - edit.Old.Length)
            {
                throw new ArgumentException("The edits are out of order or extend outside the file.", nameof(edits));
            }

            Add(edit.At - at, new Piece(0, at, default));
            Add(edit.New.Length, new Piece(0, 0, edit.New));
            at = edit.At + edit.Old.Length;
        }

        Add(file.Length - at, new Piece(0, at, default));
    }

    /// <inheritdoc/>
    public long Length { get; private set; }

    /// <inheritdoc/>
    public bool TryRead(long offset, Span<byte> buffer)
    {
        for (int i = _pieces.Count - 1; i >= 0 && buffer.Length > 0; i--)
        {
            Piece piece = _pieces[i];
            if (piece.Start >= offset + buffer.Length)
            {
                continue;
            }

            // From the last piece to the first, each fills the end of what is left of the buffer.
            long skipped = Math.Max(0, offset - piece.Start);
            Span<byte> part = buffer[(int)(piece.Start + skipped - offset)..];
            if (piece.Bytes.IsEmpty)
            {
                if (!_file.TryRead(piece.FileAt + skipped, part))
                {
                    return false;
                }
            }
            else
            {
                piece.Bytes.Span.Slice((int)skipped, part.Length).CopyTo(part);
            }

            buffer = buffer[..^part.Length];
        }

        return true;
    }

    private void Add(long bytes, Piece piece)
    {
        if (bytes > 0)
        {
            _pieces.Add(piece with { Start = Length });
            Length += bytes;
        }
    }

    // Bytes are empty if the piece is a range of the file.
    private readonly record struct Piece(long Start, long FileAt, ReadOnlyMemory<byte> Bytes);
}
