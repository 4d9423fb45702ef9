using System.Globalization;

namespace Doppel.EndToEnd.Harness;

/// <summary>Random small trees and requests in which every rule has something to decide.</summary>
internal static class RandomShelf
{
    private static readonly string[] s_folders = ["A", "A/in", "B", "B/x", "C", "D/deep/er"];
    private static readonly string[] s_roots = ["A", "A/in", "B", "C", "D"];
    private static readonly string[] s_names = ["f", "longer", "f (1)", "g.jpg"];
    private static readonly string[] s_rules =
        ["newest", "oldest", "shallowest", "deepest", "longest-name", "root-order", "longest-path"];

    internal static List<ChoiceFile> Fill(ShelfTree tree, Random random)
    {
        List<ChoiceFile> files = [];
        for (int inode = 0; inode < 24; inode++)
        {
            string content = new((char)('a' + random.Next(7)), 5);
            int seconds = random.Next(3);
            string first = NewName(files, random);
            tree.Add(first, content);
            files.Add(new ChoiceFile(first, inode, content, seconds));
            if (random.Next(5) == 0)
            {
                string second = NewName(files, random);
                tree.Link(second, first);
                files.Add(new ChoiceFile(second, inode, content, seconds));
            }

            File.SetLastWriteTimeUtc($"{tree.Folder}/{first}", DateTime.UnixEpoch.AddSeconds(seconds));
        }

        return [.. files.OrderBy(file => file.Name, StringComparer.Ordinal)];
    }

    internal static ChoiceRequest Request(Random random)
    {
        List<string> roots = [.. Some(random, s_roots, 1, 4)];
        return new ChoiceRequest
        {
            Roots = roots,
            References = random.Next(4) == 0 ? [] : Some(random, s_roots, 1, 3),
            Never = random.Next(3) == 0 ? Some(random, s_roots, 1, 2) : [],
            Keep = random.Next(4) == 0 ? Some(random, [.. s_roots, "g.jpg"], 1, 2) : [],
            Drop = random.Next(4) == 0 ? Some(random, [.. s_roots, "longer"], 1, 2) : [],
            Prefer = random.Next(2) == 0 ? Some(random, s_rules, 1, 3) : [],
            Copies = random.Next(5) == 0 ? 2 : 1,
            PerFolder = random.Next(5) == 0,
            Isolate = random.Next(5) == 0,
        };
    }

    private static string NewName(List<ChoiceFile> files, Random random)
    {
        string folder = s_folders[random.Next(s_folders.Length)];
        string name = s_names[random.Next(s_names.Length)].Replace(' ', '_');
        string path = $"{folder}/{name}";
        return files.Exists(file => file.Name == path)
            ? $"{folder}/{files.Count.ToString(CultureInfo.InvariantCulture)}{name}"
            : path;
    }

    private static string[] Some(Random random, string[] all, int min, int end)
    {
        string[] shuffled = [.. all];
        random.Shuffle(shuffled);
        return shuffled[..random.Next(min, end)];
    }
}

/// <summary>One name of a file.</summary>
internal sealed record ChoiceFile(string Name, int Inode, string Content, int Seconds);
