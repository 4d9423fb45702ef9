using System.Collections.Frozen;
using System.IO.Compression;
using System.Reflection;

namespace Doppel.Web;

/// <summary>The files of the page, which are packed into the executable, compressed.</summary>
internal sealed class PageFiles
{
    private const string Prefix = "page/";

    private readonly FrozenDictionary<string, PageFile> _files;

    private PageFiles(FrozenDictionary<string, PageFile> files) => _files = files;

    /// <summary>Gets the files of this executable; null if it was built without the page.</summary>
    internal static PageFiles? OfProgram()
    {
        Assembly program = typeof(PageFiles).Assembly;
        var files = new Dictionary<string, PageFile>();
        foreach (string name in program.GetManifestResourceNames())
        {
            if (name.StartsWith(Prefix, StringComparison.Ordinal) && TypeOf(name) is { } type)
            {
                using Stream stream = program.GetManifestResourceStream(name)!;
                byte[] packed = new byte[stream.Length];
                stream.ReadExactly(packed);
                files.Add(NameOf(name[Prefix.Length..]), new PageFile(type, packed));
            }
        }

        return files.ContainsKey("") ? new PageFiles(files.ToFrozenDictionary()) : null;
    }

    /// <summary>Packs the files of a page.</summary>
    /// <param name="contents">The content of each file, by its name; the ending tells the type.</param>
    internal static PageFiles Of(IReadOnlyDictionary<string, byte[]> contents) => new(contents.ToFrozenDictionary(
        static one => NameOf(one.Key), static one => PageFile.Pack(TypeOf(one.Key)!, one.Value)));

    /// <summary>Returns a file by its name below the folder of the address; null if there is none.</summary>
    internal PageFile? Find(string name) => _files.GetValueOrDefault(name);

    // The page itself is at the address of the folder.
    private static string NameOf(string file) => file == "index.html" ? "" : file;

    private static string? TypeOf(string name) => Path.GetExtension(name) switch
    {
        ".html" => "text/html; charset=utf-8",
        ".js" => "text/javascript; charset=utf-8",
        ".css" => "text/css; charset=utf-8",
        ".svg" => "image/svg+xml",
        _ => null,
    };
}

/// <summary>A file of the page.</summary>
/// <param name="Type">The media type.</param>
/// <param name="Packed">The content, compressed with Brotli.</param>
internal sealed record PageFile(string Type, byte[] Packed)
{
    /// <summary>Compresses a file.</summary>
    internal static PageFile Pack(string type, byte[] content)
    {
        using var packed = new MemoryStream();
        using (var stream = new BrotliStream(packed, CompressionLevel.Fastest))
        {
            stream.Write(content);
        }

        return new PageFile(type, packed.ToArray());
    }

    /// <summary>Returns the content for a client that does not accept Brotli.</summary>
    internal byte[] Unpacked()
    {
        using var unpacked = new MemoryStream();
        using var stream = new BrotliStream(new MemoryStream(Packed), CompressionMode.Decompress);
        stream.CopyTo(unpacked);
        return unpacked.ToArray();
    }
}
