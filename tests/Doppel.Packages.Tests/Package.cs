using System.IO.Compression;
using System.Xml.Linq;

namespace Doppel.Packages.Tests;

/// <summary>What a NuGet package contains.</summary>
internal sealed class Package : IDisposable
{
    // The envelope of every package.
    private static readonly string[] s_envelope =
        ["_rels/.rels", "[Content_Types].xml", "package/services/metadata/core-properties/nuget.psmdcp"];

    private readonly ZipArchive _archive;
    private readonly XElement _metadata;

    internal Package(string path)
    {
        _archive = ZipFile.OpenRead(path);
        ZipArchiveEntry nuspec = _archive.Entries.Single(
            entry => entry.FullName.EndsWith(".nuspec", StringComparison.Ordinal));
        using Stream stream = nuspec.Open();
        _metadata = XDocument.Load(stream).Root!.Elements().Single();
        Files = [.. _archive.Entries.Select(entry => entry.FullName).Except(s_envelope).Except([nuspec.FullName])
            .Order(StringComparer.Ordinal)];
    }

    /// <summary>The paths of its files, without what every package has.</summary>
    internal string[] Files { get; }

    /// <summary>Its dependencies, as "name version".</summary>
    internal string[] Dependencies => [.. _metadata.Descendants().Where(item => item.Name.LocalName == "dependency")
        .Select(item => $"{item.Attribute("id")!.Value} {item.Attribute("version")!.Value}")];

    /// <summary>Returns a field of its description, or "" if it is not there.</summary>
    internal string Field(string name) =>
        _metadata.Elements().FirstOrDefault(item => item.Name.LocalName == name)?.Value ?? "";

    /// <summary>Returns an attribute of the element for the repository, or "" if it is not there.</summary>
    internal string Repository(string attribute) => _metadata.Elements()
        .FirstOrDefault(item => item.Name.LocalName == "repository")?.Attribute(attribute)?.Value ?? "";

    /// <summary>Reads a text file.</summary>
    internal string Read(string path)
    {
        using var reader = new StreamReader(_archive.GetEntry(path)!.Open());
        return reader.ReadToEnd();
    }

    public void Dispose() => _archive.Dispose();
}
