using System.Globalization;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>A file that arrived whole at the file server.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Digest">The XXH3-128 of its content.</param>
internal sealed record Arrival(string Name, long Bytes, Digest128 Digest)
{
    /// <summary>Reads back what <see cref="ToString"/> wrote.</summary>
    /// <exception cref="FormatException">The line is no arrival.</exception>
    public static Arrival Parse(string line)
    {
        string[] words = line.Split(' ');
        return words.Length == 3 && Digest128.TryParse(words[2], out Digest128 digest)
            ? new Arrival(words[0], long.Parse(words[1], CultureInfo.InvariantCulture), digest)
            : throw new FormatException($"No arrival: {line}");
    }

    /// <summary>Name, length and digest, parted by blanks.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Name} {Bytes} {Digest}");
}
