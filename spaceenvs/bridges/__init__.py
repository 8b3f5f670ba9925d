"""The games in other libraries' own terms; each module needs the library that it is named after."""
