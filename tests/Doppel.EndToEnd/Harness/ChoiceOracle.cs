namespace Doppel.EndToEnd.Harness;

/// <summary>
/// Says which files remain, from the sentences of docs/command-line.md alone. Shares no code with the program.
/// </summary>
internal static class ChoiceOracle
{
    /// <summary>Returns the names that remain, or null if the command must refuse.</summary>
    internal static SortedSet<string>? Remaining(IReadOnlyList<ChoiceFile> files, ChoiceRequest request)
    {
        // "A root inside a reference folder is an error"; one that is a reference folder itself is just that.
        List<string> own = [.. request.Roots.Where(root => !request.References.Contains(root))];
        if (own.Exists(root => request.References.Any(folder => IsIn(root, folder))))
        {
            return null;
        }

        // "There is nothing to compare with the reference folder."
        if (own.Count == 0)
        {
            return null;
        }

        // "The reference folder is searched first and need not be a root." "DIR is searched too, unless it is part of a
        // ROOT": a guard around a root only guards.
        List<string> roots = [.. request.References, .. own];
        roots.AddRange(request.Never.Where(never => !roots.Exists(root => IsIn(never, root) || IsIn(root, never))));
        if (request.Isolate && roots.Distinct().Count() == 1)
        {
            return null;
        }

        List<IGrouping<string, ChoiceFile>> groups =
        [
            .. files.Where(file => RootOf(file) < roots.Count).GroupBy(file => file.Content)
                .Where(group => group.Select(file => file.Inode).Distinct().Count() > 1)
                .Where(group => request.References.Count == 0
                    || (group.Any(IsReference) && !Inodes(group).All(copy => copy.Any(IsReference))))
                .Where(group => !request.Isolate || group.Select(RootOf).Distinct().Count() > 1),
        ];

        // "If there are groups, but a --keep or --drop matches none of their files, the command fails."
        List<ChoiceFile> grouped = [.. groups.SelectMany(static group => group)];
        if (grouped.Count > 0 && request.Keep.Concat(request.Drop).Any(
            pattern => !grouped.Exists(file => Matches(file, pattern))))
        {
            return null;
        }

        var remaining = new SortedSet<string>(files.Select(file => file.Name), StringComparer.Ordinal);
        foreach (IGrouping<string, ChoiceFile> group in groups)
        {
            List<ChoiceFile[]> copies = [.. Inodes(group)];
            List<ChoiceFile[]> staying =
            [
                .. copies.Where(copy => copy.Any(file => IsReference(file)
                    || request.Never.Any(never => IsIn(file.Name, never))
                    || request.Keep.Any(pattern => Matches(file, pattern)))),
            ];
            foreach (ChoiceFile[] copy in Sorted(copies.Except(staying)).ToList())
            {
                // "Keep a copy in each folder: a copy is removed only if a better one stays in the same folder."
                HashSet<string?> covered = [.. staying.SelectMany(static one => one).Select(FolderOf)];
                bool isAlone = !copy.All(file => covered.Contains(FolderOf(file)));
                if (staying.Count < request.Copies || (request.PerFolder && isAlone))
                {
                    staying.Add(copy);
                }
            }

            remaining.ExceptWith(copies.Except(staying).SelectMany(static copy => copy).Select(file => file.Name));
        }

        return remaining;

        int RootOf(ChoiceFile file)
        {
            int root = roots.FindIndex(root => IsIn(file.Name, root));
            return root < 0 ? int.MaxValue : root;
        }

        bool IsReference(ChoiceFile file) => request.References.Any(folder => IsIn(file.Name, folder));

        // Copies that match a --drop come last; then the rules of --prefer; then the default rules.
        IEnumerable<ChoiceFile[]> Sorted(IEnumerable<ChoiceFile[]> copies)
        {
            IOrderedEnumerable<ChoiceFile[]> sorted = copies.OrderBy(
                copy => copy.Any(file => request.Drop.Any(pattern => Matches(file, pattern))));
            foreach (string rule in request.Prefer)
            {
                sorted = rule switch
                {
                    "newest" => sorted.ThenByDescending(copy => copy[0].Seconds),
                    "oldest" => sorted.ThenBy(copy => copy[0].Seconds),
                    "shallowest" => sorted.ThenBy(copy => copy.Min(Depth)),
                    "deepest" => sorted.ThenByDescending(copy => copy.Max(Depth)),
                    "longest-name" => sorted.ThenByDescending(
                        copy => copy.Max(file => Path.GetFileName(file.Name).Length)),
                    "longest-path" => sorted.ThenByDescending(copy => copy.Max(file => file.Name.Length)),
                    _ => sorted.ThenBy(copy => copy.Min(RootOf)),
                };
            }

            return sorted.ThenByDescending(copy => files.Count(file => file.Inode == copy[0].Inode) - copy.Length)
                .ThenBy(copy => copy.Min(RootOf)).ThenBy(copy => copy[0].Seconds)
                .ThenBy(copy => copy.Min(file => file.Name.Length))
                .ThenBy(
                    copy => copy.Select(file => file.Name).Order(StringComparer.Ordinal).First(),
                    StringComparer.Ordinal);
        }
    }

    private static IEnumerable<ChoiceFile[]> Inodes(IEnumerable<ChoiceFile> names) =>
        names.GroupBy(file => file.Inode).Select(static copy => copy.ToArray());

    private static string? FolderOf(ChoiceFile file) => Path.GetDirectoryName(file.Name);

    private static int Depth(ChoiceFile file) => file.Name.Count(static letter => letter == '/');

    private static bool IsIn(string name, string folder) =>
        name == folder || name.StartsWith(folder + "/", StringComparison.Ordinal);

    // A folder as typed, or the name of a file.
    private static bool Matches(ChoiceFile file, string pattern) =>
        IsIn(file.Name, pattern) || Path.GetFileName(file.Name) == pattern;
}
