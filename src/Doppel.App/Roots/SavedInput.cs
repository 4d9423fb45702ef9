using System.Globalization;
using Doppel.Catalog;
using Doppel.Reports;

namespace Doppel.App;

/// <summary>
/// A saved volume, or a list of digests, that is read from a file or standard input instead of the catalog.
/// </summary>
/// <param name="Name">The name to show for it.</param>
/// <param name="File">The file; "-" for standard input.</param>
internal sealed record SavedInput(string Name, string File)
{
    private const string StandardInput = "-";

    private static readonly string[] s_endings =
    [
        ".doppel", ".md5", ".sha1", ".sha256", ".sha384", ".sha512", ".b2", ".xxh64", ".xxh128", ".hashdeep", ".json",
        ".txt",
    ];

    /// <summary>
    /// Reads what follows <c>catalog:</c>, if it is <c>-</c>, <c>NAME=FILE</c>, or a file that begins with <c>/</c>,
    /// <c>./</c> or <c>../</c>.
    /// </summary>
    /// <returns>Null if it is the name of a saved volume in the catalog.</returns>
    /// <exception cref="UsageException">The name is invalid.</exception>
    internal static SavedInput? Parse(string text)
    {
        int equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals >= 0 && text.AsSpan(0, equals).IndexOf('/') < 0)
        {
            string name = text[..equals];
            SavedRoots.CheckName(name);
            return new SavedInput(name, text[(equals + 1)..]);
        }

        if (text == StandardInput)
        {
            return new SavedInput(text, text);
        }

        bool isFile = Array.Exists(["/", "./", "../"], start => text.StartsWith(start, StringComparison.Ordinal));
        if (!isFile)
        {
            return null;
        }

        string own = NameOf(text);
        return SavedVolumes.IsName(own)
            ? new SavedInput(own, text)
            : throw new UsageException(
                $"{Quote.Text(own)} is not a valid name of a saved volume",
                $"choose one: {Quote.Text($"{SavedVolume.Prefix}NAME={text}")}");
    }

    /// <summary>Returns the name of a file without its folder, and without the ending of such files.</summary>
    internal static string NameOf(string file)
    {
        string name = Path.GetFileName(file);
        string? ending = Array.Find(
            s_endings, ending => name.EndsWith(ending, ignoreCase: true, CultureInfo.InvariantCulture));
        return ending is null || ending.Length == name.Length ? name : name[..^ending.Length];
    }

    /// <summary>Reads the file to its end.</summary>
    /// <exception cref="UsageException">It cannot be read, or is not a saved volume or list of digests.</exception>
    internal SavedVolume Open()
    {
        string shown = File == StandardInput ? "standard input" : Quote.Text(File);
        try
        {
            using Stream input = InputFile.Open(File, "the file");
            var all = new HeadStream(input, 1);
            if (all.Head is [SavedVolumes.FirstByte])
            {
                return SavedVolumes.OpenStream(all, Name);
            }

            using SavedList list = SavedVolumes.CreateTemporaryList();
            DigestListReader reader = DigestLists.Read(all, File, list, out _);
            return list.ToVolume(
                SavedVolume.Prefix + Name, DigestLists.Describe(reader, File, TimeProvider.System), problems: 0);
        }
        catch (SavedFormatException damaged)
        {
            throw new UsageException(
                $"cannot use {shown}: {damaged.Message}", "doppel catalog export NAME writes such a file");
        }
        catch (ReportFormatException wrong)
        {
            throw new UsageException(
                $"cannot use {shown} as a saved volume: {wrong.Message}",
                "doppel catalog export NAME writes one, and doppel catalog import -h says which lists can be read");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"cannot use {shown}: {SystemText.Of(failure)}");
        }
    }
}
