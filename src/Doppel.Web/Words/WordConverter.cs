using System.Text.Json;
using System.Text.Json.Serialization;

namespace Doppel.Web;

/// <summary>Writes the names of an enumeration in lower case, with hyphens.</summary>
internal sealed class WordConverter<T>() : JsonStringEnumConverter<T>(JsonNamingPolicy.KebabCaseLower)
    where T : struct, Enum;
