using System.Text;

namespace Doppel.Finding;

/// <summary>The path of every listed file as a string, as most programs store paths.</summary>
/// <remarks>Exists only to measure what numeric paths gain. Thread-safe.</remarks>
internal sealed class PathTexts
{
    private static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    private readonly string?[][] _chunks;

    /// <summary>Creates the strings of all files in a tree. Nothing may be added to the tree afterwards.</summary>
    internal PathTexts(PathTree tree, WorkerPool workers)
    {
        _chunks = new string?[tree.Chunks.Length][];
        workers.Run(Job.Computing(_chunks.Length, 1, (_, first, end) =>
        {
            var path = new PathBuffer();
            for (int i = first; i < end; i++)
            {
                _chunks[i] = TextsOf(tree, tree.Chunks[i], path);
            }
        }));
    }

    /// <summary>
    /// Gets the path as bytes again. Returns false if it is not the path of a file, is not UTF-8, or is a followed
    /// link.
    /// </summary>
    internal bool TryGet(PathId file, out ReadOnlySpan<byte> path)
    {
        string?[] texts = _chunks[file.Value >> NodeChunk.Shift];
        string? text = texts.Length > 0 ? texts[file.Value & (NodeChunk.Length - 1)] : null;
        path = text is null ? default : Encoding.UTF8.GetBytes(text);
        return text is not null;
    }

    private static string?[] TextsOf(PathTree tree, NodeChunk chunk, PathBuffer path)
    {
        if (chunk is not FileChunk)
        {
            return [];
        }

        string?[] texts = new string?[chunk.Count];
        for (int slot = 0; slot < texts.Length; slot++)
        {
            if (!chunk.MarkAt(slot).IsFollowedLink && path.TryRender(tree, new PathId(chunk.FirstId + slot)))
            {
                texts[slot] = ToText(path.Bytes);
            }
        }

        return texts;
    }

    private static string? ToText(ReadOnlySpan<byte> path)
    {
        try
        {
            return s_strict.GetString(path);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }
}
