using System.Globalization;
using System.Security.Cryptography;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>Files that are copied, and the digests of their contents.</summary>
internal sealed class ToolFiles
{
    private const int Seed = 20_262;
    private const int FilesOfFolder = 200;

    private readonly Random _random = new(Seed);
    private readonly Dictionary<string, string> _digests = [];

    /// <summary>Creates the files.</summary>
    /// <param name="folder">A folder that does not exist yet.</param>
    /// <param name="count">The number of files.</param>
    /// <param name="lengthMin">The length of the smallest file, in bytes.</param>
    /// <param name="lengthMax">The length of the largest file, in bytes.</param>
    public ToolFiles(string folder, int count, int lengthMin, int lengthMax)
    {
        Root = folder;
        for (int i = 0; i < count; i++)
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"{i / FilesOfFolder:000}/file-{i:00000}.bin");
            Directory.CreateDirectory(Path.GetDirectoryName(PathOf(name))!);
            Write(name, _random.Next(lengthMin, lengthMax + 1));
        }
    }

    /// <summary>The folder.</summary>
    public string Root { get; }

    /// <summary>The digest of each file, by its path below the folder.</summary>
    public IReadOnlyDictionary<string, string> Digests => _digests;

    /// <summary>The path of a file.</summary>
    public string PathOf(string name) => Path.Combine(Root, name);

    /// <summary>Writes new content of the same length to every hundredth file.</summary>
    /// <returns>The number of files with new content.</returns>
    public int ChangeSome()
    {
        string[] names = [.. _digests.Keys.Order(StringComparer.Ordinal).Where((_, i) => i % 100 == 50)];
        foreach (string name in names)
        {
            Write(name, (int)new FileInfo(PathOf(name)).Length);
        }

        return names.Length;
    }

    /// <summary>Compares a folder with these files.</summary>
    /// <exception cref="VerifyException">A file is missing, is different or is one too many.</exception>
    public void Verify(string folder, string tool)
    {
        Dictionary<string, string> found = [];
        foreach (string path in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
        {
            using FileStream file = File.OpenRead(path);
            found.Add(Path.GetRelativePath(folder, path), DigestOf(file));
        }

        Verify(found, $"{tool}, files below {folder}");
    }

    /// <summary>Compares digests with those of these files.</summary>
    /// <exception cref="VerifyException">One is missing, is different or is one too many.</exception>
    public void Verify(IReadOnlyDictionary<string, string> found, string what)
    {
        foreach ((string name, string digest) in _digests)
        {
            VerifyException.UnlessEqual(digest, found.GetValueOrDefault(name, "nothing"), $"{what}: {name}");
        }

        VerifyException.UnlessEqual(_digests.Count, found.Count, what);
    }

    /// <summary>Computes the digest of a stream.</summary>
#pragma warning disable CA5351 // The ETag of an object is the MD5 of its content, which the server computes.
    public static string DigestOf(Stream stream) => Convert.ToHexString(MD5.HashData(stream));
#pragma warning restore CA5351

    private void Write(string name, int length)
    {
        // A gibibyte is written in pieces.
        byte[] piece = new byte[Math.Min(length, 1 << 20)];
        string path = PathOf(name);
        using (FileStream file = File.Create(path))
        {
            for (int left = length; left > 0; left -= piece.Length)
            {
                _random.NextBytes(piece);
                file.Write(piece, 0, Math.Min(left, piece.Length));
            }
        }

        using FileStream written = File.OpenRead(path);
        _digests[name] = DigestOf(written);
    }
}
