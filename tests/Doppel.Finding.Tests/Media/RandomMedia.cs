using Doppel.Testing;

namespace Doppel.Finding.Tests;

/// <summary>
/// A tree from a seed with the same sounds and pictures under other tags, and what could be taken for them.
/// </summary>
internal sealed class RandomMedia
{
    private static readonly int[] s_sizes = [1, 40, 4095, 4096, 4097, 9_000, 70_000, 300_000];

    private readonly Random _random;
    private readonly List<byte[]> _payloads = [];

    private readonly bool _hasBrightness;

    internal RandomMedia(int seed, bool hasBrightness = true)
    {
        _hasBrightness = hasBrightness;
        _random = new Random(seed);
        int kinds = _random.Next(1, 5);
        for (int i = 0; i < kinds; i++)
        {
            byte[] payload = Search.Random(seed + i, s_sizes[_random.Next(s_sizes.Length)]);
            _payloads.Add(payload);
            // One byte of its twin is another one.
            _payloads.Add(Search.Flip(payload, _random.Next(payload.Length)));
        }

        int files = _random.Next(2, 30);
        for (int i = 0; i < files; i++)
        {
            Add($"/{"rs"[_random.Next(2)]}/{_random.Next(3)}/f{i:d2}", NextContent());
        }
    }

    internal MemoryVolume Volume { get; } = new();

    /// <summary>Each inode by its names, joined by '='.</summary>
    internal Dictionary<string, byte[]> Files { get; } = new(StringComparer.Ordinal);

    /// <summary>The content of another file: media with any tags, some of them cut, or something else.</summary>
    internal byte[] NextContent()
    {
        byte[] content = NextMedia();
        return _random.Next(10) switch
        {
            0 => content[.._random.Next(1, content.Length)],
            1 => Search.Random(_random.Next(3), 500),
            _ => content,
        };
    }

    private void Add(string path, byte[] content)
    {
        Volume.AddFile(path, content);
        string names = path;
        if (_random.Next(6) == 0)
        {
            Volume.AddHardLink(path + "-link", path);
            names += $"={path}-link";
        }

        Files.Add(names, content);
    }

    private byte[] NextMedia()
    {
        byte[] payload = _payloads[_random.Next(_payloads.Count)];
        string[] texts =
            [.. Enumerable.Range(0, _random.Next(3)).Select(_ => new string('t', _random.Next(1, 4) * 50))];
        return _random.Next(4) switch
        {
            0 => MediaFiles.Wav(payload, texts),
            1 when _hasBrightness && _random.Next(2) == 0 =>
                MediaFiles.BrightPng((byte)_random.Next(3), payload, payload.Length, texts),
            1 when _hasBrightness => MediaFiles.Photo(
                payload, _random.Next(2) * _random.Next(60_000), Search.Random(7, _random.Next(2) * 3_000)),
            // In more pieces than are kept, in fewer, in one.
            1 or 2 => MediaFiles.Png(payload, Math.Max(1, payload.Length / _random.Next(1, 30)), texts),
            _ => MediaFiles.Gif(MediaFiles.Pictures(payload, Math.Max(1, payload.Length / 20)), texts),
        };
    }
}
