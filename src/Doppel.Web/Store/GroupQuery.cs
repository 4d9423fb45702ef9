using System.Text;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>Selects and orders groups for the list.</summary>
/// <param name="Order">The order.</param>
/// <param name="Kind">The kind of files; null for all.</param>
/// <param name="OnlyTwins">Whether only media with the same sound or picture but different tags are listed.</param>
/// <param name="Folder">A folder with a copy in it or below; null for all.</param>
/// <param name="Text">A part of a path of one of the copies, in any case; empty for all.</param>
/// <param name="OtherForm">
/// The text in another Unicode form, which counts as well: a letter with an accent may be one or two characters. Empty
/// if there is none.
/// </param>
/// <param name="Standing">What is planned for the groups; null for all.</param>
internal sealed record GroupQuery(
    GroupOrder Order, FileKind? Kind, bool OnlyTwins, ReportName? Folder, string Text, string OtherForm,
    GroupStanding? Standing)
{
    /// <summary>Gets the words of the orders in the API.</summary>
    internal static IReadOnlyList<string> Orders { get; } = ["redundant", "size", "copies", "name", "newest", "oldest"];

    /// <summary>Gets the words of the standings in the API.</summary>
    internal static IReadOnlyList<string> Standings { get; } = ["goes", "stays", "hand"];

    /// <summary>Returns the numbers of the groups, in order.</summary>
    /// <param name="store">The groups.</param>
    /// <param name="standingOf">Returns what is planned for a group; null if it is not listed at all.</param>
    /// <param name="partsOf">Returns the groups that are parts of a group, and found and counted with it.</param>
    internal int[] Select(
        GroupStore store, Func<int, GroupStanding?> standingOf, Func<int, IEnumerable<int>> partsOf)
    {
        NameTest? test = Text.Length == 0 && Folder is null ? null : new NameTest(store.Names, Text, OtherForm, Folder);
        int[] groups =
        [
            .. Enumerable.Range(0, store.Groups).Where(group =>
                (Kind is null || store.KindOf(group) == Kind)
                && (!OnlyTwins || store.TwinFormatOf(group) is not null) && IsListed(standingOf(group))
                && (test is null || AnyName(store, group, test)
                    || partsOf(group).Any(part => AnyName(store, part, test)))),
        ];
        Sort(store, groups, partsOf);
        return groups;
    }

    // By hand is a part of the others, so it is asked for by itself.
    private bool IsListed(GroupStanding? standing) => standing is { } one
        && (Standing is null || (one & Standing.Value) != 0);

    private static bool AnyName(GroupStore store, int group, NameTest test)
    {
        CopyRange copies = store.CopiesOf(group);
        int end = store.NamesOf(copies.EndExcl - 1).EndExcl;
        for (int name = store.NamesOf(copies.First).First; name < end; name++)
        {
            if (test.Matches(name))
            {
                return true;
            }
        }

        return false;
    }

    private void Sort(GroupStore store, int[] groups, Func<int, IEnumerable<int>> partsOf)
    {
        if (Order == GroupOrder.Name)
        {
            Array.Sort(groups, (left, right) => CompareNames(store, left, right));
            return;
        }

        // The number of the group decides last, so that equal groups keep their order.
        (long Key, int Group)[] keys = [.. groups.Select(group => (KeyOf(store, group, partsOf), group))];
        Array.Sort(keys);
        for (int i = 0; i < groups.Length; i++)
        {
            groups[i] = keys[i].Group;
        }
    }

    private long KeyOf(GroupStore store, int group, Func<int, IEnumerable<int>> partsOf) => Order switch
    {
        GroupOrder.Size => -store.SizeOf(group),
        GroupOrder.Copies => -store.CopiesOf(group).Count,
        GroupOrder.Newest => -Times(store, group).Max(),
        GroupOrder.Oldest => Times(store, group).Min(),
        _ => -store.FreedOf(group) - partsOf(group).Sum(store.FreedOf),
    };

    private static IEnumerable<long> Times(GroupStore store, int group) =>
        store.CopiesOf(group).All().Select(copy => store.ModifiedOf(copy).Seconds);

    private static int CompareNames(GroupStore store, int left, int right)
    {
        int order = store.Names.LastOf(FirstName(store, left)).SequenceCompareTo(
            store.Names.LastOf(FirstName(store, right)));
        return order != 0 ? order : left.CompareTo(right);
    }

    private static int FirstName(GroupStore store, int group) => store.NamesOf(store.CopiesOf(group).First).First;

    /// <summary>Looks for a text in paths. Each folder is looked at once.</summary>
    private sealed class NameTest
    {
        private readonly NameTable _names;
        private readonly string _text;
        private readonly string _otherForm;
        private readonly bool[] _folders;
        private readonly bool[]? _within;

        internal NameTest(NameTable names, string text, string otherForm, ReportName? within)
        {
            (_names, _text, _otherForm) = (names, text, otherForm);
            _folders = [.. Enumerable.Range(0, names.FolderCount).Select(folder => Has(names.Folder(folder).Bytes))];
            _within = within is not { } top ? null :
            [
                .. Enumerable.Range(0, names.FolderCount)
                    .Select(folder => IsWithin(names.Folder(folder).Bytes, top.Bytes)),
            ];
        }

        internal bool Matches(int name)
        {
            int folder = _names.FolderOf(name);
            return (_within is null || _within[folder]) && (_folders[folder] || MatchesLast(name));
        }

        // A text with a slash may begin in the folder and end in the last component.
        private bool MatchesLast(int name) => _text.Contains('/')
            ? Has(_names.PathOf(name).Bytes)
            : Has(_names.LastOf(name));

        private static bool IsWithin(ReadOnlySpan<byte> folder, ReadOnlySpan<byte> top) =>
            folder.StartsWith(top) && (folder.Length == top.Length || folder[top.Length] == '/');

        private bool Has(ReadOnlySpan<byte> bytes)
        {
            string path = Encoding.UTF8.GetString(bytes);
            return path.Contains(_text, StringComparison.OrdinalIgnoreCase)
                || (_otherForm.Length > 0 && path.Contains(_otherForm, StringComparison.OrdinalIgnoreCase));
        }
    }
}

/// <summary>Specifies the order of the list of groups.</summary>
internal enum GroupOrder : byte
{
    /// <summary>The most redundant bytes first.</summary>
    Redundant,

    /// <summary>The largest content first.</summary>
    Size,

    /// <summary>The most copies first.</summary>
    Copies,

    /// <summary>By the name of the first copy.</summary>
    Name,

    /// <summary>The group with the copy modified last first.</summary>
    Newest,

    /// <summary>The group with the copy modified first first.</summary>
    Oldest,
}

/// <summary>Specifies what is planned for a group.</summary>
[Flags]
internal enum GroupStanding : byte
{
    /// <summary>Some copies go.</summary>
    Goes = 1,

    /// <summary>All copies stay.</summary>
    Stays = 2,

    /// <summary>It was decided by hand.</summary>
    ByHand = 4,
}
