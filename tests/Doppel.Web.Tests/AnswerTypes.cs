using System.Collections;
using System.Reflection;
using System.Text;
using System.Text.Json;

namespace Doppel.Web.Tests;

/// <summary>Describes the answers and changes of the API as types of TypeScript.</summary>
internal static class AnswerTypes
{
    private static readonly NullabilityInfoContext s_nullability = new();

    /// <summary>Returns the text of a module with the types and all that they use, by name.</summary>
    internal static string Of(IEnumerable<Type> answers)
    {
        var found = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (Type answer in answers)
        {
            Add(answer, found);
        }

        IEnumerable<string> changes = PageChange.All.OrderBy(static one => one.Key, StringComparer.Ordinal)
            .Select(one => $"  \"{one.Key}\": {Add(one.Value.Body, found)};\n");
        found["Changes"] = $"export interface Changes {{\n{string.Concat(changes)}}}\n";
        const string Head = "// The answers and changes of the API. Doppel.Web.Tests writes this from records.\n\n";
        return Head + string.Join('\n', found.Values);
    }

    private static string Add(Type type, SortedDictionary<string, string> found)
    {
        string name = type.Name.EndsWith("View", StringComparison.Ordinal) ? type.Name[..^4] : type.Name;
        if (!found.TryAdd(name, ""))
        {
            return name;
        }

        if (type.IsEnum)
        {
            IEnumerable<string> words = Enum.GetNames(type).Select(JsonNamingPolicy.KebabCaseLower.ConvertName);
            found[name] = $"export type {name} = {string.Join(" | ", words.Select(static word => $"\"{word}\""))};\n";
            return name;
        }

        if (type.GetProperties().Length == 0)
        {
            found[name] = $"export type {name} = Record<string, never>;\n";
            return name;
        }

        bool isDerived = type.BaseType != typeof(object);
        var text = new StringBuilder($"export interface {name}")
            .Append(isDerived ? $" extends {Add(type.BaseType!, found)}" : "").Append(" {\n");
        foreach (PropertyInfo property in type.GetProperties().Where(one => one.DeclaringType == type))
        {
            text.Append($"  {JsonNamingPolicy.CamelCase.ConvertName(property.Name)}: {TypeOf(property, found)};\n");
        }

        found[name] = text.Append("}\n").ToString();
        return name;
    }

    private static string TypeOf(PropertyInfo property, SortedDictionary<string, string> found)
    {
        Type? value = Nullable.GetUnderlyingType(property.PropertyType);
        bool isNullable = value is not null
            || s_nullability.Create(property).ReadState == NullabilityState.Nullable;
        return TypeOf(value ?? property.PropertyType, found) + (isNullable ? " | null" : "");
    }

    private static string TypeOf(Type type, SortedDictionary<string, string> found)
    {
        if (type == typeof(string))
        {
            return "string";
        }

        if (type == typeof(bool))
        {
            return "boolean";
        }

        return type switch
        {
            _ when type.IsPrimitive => "number",
            _ when typeof(IEnumerable).IsAssignableFrom(type) => TypeOf(type.GetGenericArguments()[0], found) + "[]",
            _ => Add(type, found),
        };
    }
}
