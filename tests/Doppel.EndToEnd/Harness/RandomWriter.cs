using System.ComponentModel;
using System.Globalization;
using System.IO.MemoryMappedFiles;

namespace Doppel.EndToEnd.Harness;

/// <summary>Does to the files of some folders what programs do, at random.</summary>
/// <param name="tree">A tree with the folders <c>one</c> and <c>two</c>, which are watched, and <c>out</c>.</param>
/// <param name="folder">Where they are in it.</param>
/// <param name="seed">The start of the random numbers.</param>
internal sealed class RandomWriter(TempTree tree, string folder, int seed)
{
    private const string Outside = "out";

    private readonly Random _random = new(seed);
    private readonly string _base = $"{tree[folder]}";
    private readonly List<string> _done = [];
    private int _made;

    /// <summary>Does some things.</summary>
    public void Write(int count)
    {
        for (int i = 0; i < count; i++)
        {
            Step();
        }
    }

    /// <inheritdoc/>
    public override string ToString() => $"seed {seed}:\n{string.Join('\n', _done)}";

    private void Step()
    {
        int what = _random.Next(20);
        string file = AnyFile();
        string place = NewName(AnyFolder());
        _done.Add(string.Create(CultureInfo.InvariantCulture, $"{what} {file} {place}"));
        try
        {
            switch (what)
            {
                case 0 or 1 or 2:
                    File.WriteAllBytes(place, Content());
                    break;
                case 3:
                    Overwrite(file, static stream => stream.SetLength(stream.Length / 2));
                    break;
                case 4:
                    Overwrite(file, static stream =>
                    {
                        stream.Seek(0, SeekOrigin.End);
                        stream.WriteByte(7);
                    });
                    break;
                case 5 or 6:
                    Overwrite(file, Flip);
                    break;
                case 7:
                    OverwriteMapped(file);
                    break;
                case 8:
                    File.Move(file, place);
                    break;
                case 9:
                    MoveFolder(place);
                    break;
                case 10:
                    tree.AddHardLink(place[(tree.Folder.Length + 1)..], file[(tree.Folder.Length + 1)..]);
                    break;
                case 11:
                    File.CreateSymbolicLink(place, _random.Next(2) == 0 ? file : AnyFolder());
                    break;
                case 12:
                    File.Delete(file);
                    break;
                case 13:
                    Directory.Delete(AnyFolderBelow(), recursive: true);
                    break;
                case 14:
                    tree.ChangeMode(file[(tree.Folder.Length + 1)..], _random.Next(2) == 0 ? 0x1A4u : 0x180u);
                    break;
                case 15:
                    File.SetLastWriteTimeUtc(file, DateTime.UnixEpoch.AddDays(_random.Next(9)));
                    break;
                case 16:
                    ReplaceByRename(file);
                    break;
                case 17:
                    MakeDeep(place);
                    break;
                case 18:
                    SwapFolders(place);
                    break;
                default:
                    File.Copy(file, place);
                    break;
            }
        }
        catch (Exception failure) when (failure is IOException or Win32Exception)
        {
            // Not possible here: a folder into itself, or a file that is none.
        }
    }

    private static void Flip(FileStream stream)
    {
        int first = stream.ReadByte();
        stream.Position = 0;
        stream.WriteByte((byte)(first ^ 1));
    }

    // A name outside that a file got while it was watched is not watched, so nothing is written through it.
    private bool IsUnwatched(string file) => file.StartsWith($"{_base}/{Outside}/", StringComparison.Ordinal);

    private void Overwrite(string file, Action<FileStream> write)
    {
        if (IsUnwatched(file))
        {
            return;
        }

        DateTime time = File.GetLastWriteTimeUtc(file);
        using (FileStream stream = File.Open(file, FileMode.Open))
        {
            write(stream);
        }

        if (_random.Next(2) == 0)
        {
            File.SetLastWriteTimeUtc(file, time);
        }
    }

    private void OverwriteMapped(string file)
    {
        if (!IsUnwatched(file) && new FileInfo(file).Length > 0)
        {
            using MemoryMappedFile map = MemoryMappedFile.CreateFromFile(file, FileMode.Open);
            using MemoryMappedViewAccessor view = map.CreateViewAccessor();
            view.Write(0, (byte)(view.ReadByte(0) ^ 1));
        }
    }

    private void ReplaceByRename(string file)
    {
        string temporary = file + "~";
        File.WriteAllBytes(temporary, Content());
        File.Move(temporary, file, overwrite: true);
    }

    private void MoveFolder(string place) => Directory.Move(AnyFolderBelow(), place);

    private void SwapFolders(string place)
    {
        (string left, string right) = (AnyFolderBelow(), AnyFolderBelow());
        Directory.Move(left, place);
        if (Directory.Exists(right) && !right.StartsWith(left, StringComparison.Ordinal))
        {
            Directory.Move(right, left);
            Directory.Move(place, right);
        }
    }

    private void MakeDeep(string place)
    {
        Directory.CreateDirectory(place + "/a/b");
        File.WriteAllBytes(place + "/a/b/c", Content());
        File.WriteAllBytes(place + "/a/d", Content());
        Directory.CreateDirectory(place + "/a/e");
    }

    // Few sizes and few contents, so that many files are equal; some files are too large to be read at once.
    private byte[] Content()
    {
        int[] sizes = [3, 3, 3, 5000, 70_000, 300_000];
        byte[] content = new byte[sizes[_random.Next(sizes.Length)]];
        content[0] = (byte)_random.Next(3);
        content[^1] = (byte)_random.Next(2);
        return content;
    }

    private string NewName(string parent) =>
        string.Create(CultureInfo.InvariantCulture, $"{parent}/{(char)('a' + _random.Next(26))}{_made++}");

    private string AnyFile() => Any([.. Below(Directory.EnumerateFiles).Where(
        static path => new FileInfo(path).LinkTarget is null)]) ?? NewName(AnyFolder());

    private string AnyFolder() => AnyOf(withRoots: true);

    private string AnyFolderBelow() => AnyOf(withRoots: false);

    private string AnyOf(bool withRoots)
    {
        string[] roots = [.. new[] { "one", "two", Outside }.Select(name => $"{_base}/{name}")];
        string[] below = [.. Below(Directory.EnumerateDirectories).Where(
            static path => new FileInfo(path).LinkTarget is null)];
        return Any(withRoots ? [.. roots, .. below] : below) ?? roots[_random.Next(roots.Length)] + "/none";
    }

    private IEnumerable<string> Below(Func<string, string, EnumerationOptions, IEnumerable<string>> list)
    {
        var all = new EnumerationOptions
        {
            RecurseSubdirectories = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
        };
        return new[] { "one", "two", Outside }.SelectMany(root => list($"{_base}/{root}", "*", all));
    }

    private string? Any(string[] paths)
    {
        Array.Sort(paths, StringComparer.Ordinal);
        return paths.Length == 0 ? null : paths[_random.Next(paths.Length)];
    }
}
